import type { OutboxEntry } from '../../src/offline/outbox-entry'

/** An award that waits; what matters to a test is given, the rest is plausible. */
export function newEntry(own: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    version: 1,
    awardId: crypto.randomUUID(),
    userId: 'iva',
    vendorId: 'arkade',
    teamId: 'vukovi',
    teamName: 'Plavi Vukovi',
    pointType: 'pobjeda',
    label: 'Pobjeda',
    points: 25,
    made: { wall: 0, forward: 0, pageLife: 'one', serverTime: null, lastContact: null },
    order: 1,
    attempted: false,
    cancelled: false,
    refusal: null,
    ...own,
  }
}
