import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { recordLedger } from '../../src/api/connection'
import { queuedMs } from '../../src/offline/clocks'
import { asConfirmed } from '../../src/offline/confirmed-awards'
import type { AwardEntry, CopyEntry, LoneEntry, ScanEntry } from '../../src/offline/entry'
import {
  createIndexedDbOutboxStore,
  type OutboxStore,
  openOutboxStores,
} from '../../src/offline/store'
import { drainBatches, drainTo } from './drain-to'
import { idsOf, newEntry, noting, readAwards, recordedAward } from './entries'
import { createMemoryOutboxStore } from './memory-store'

const IMPLEMENTATIONS: Record<string, () => OutboxStore> = {
  memory: () => createMemoryOutboxStore(),
  IndexedDB: () => createIndexedDbOutboxStore(openOutboxStores(`outbox-${crypto.randomUUID()}`)),
}

const DAY_MS = 24 * 3_600_000
const NOON = Date.parse('2026-05-09T12:00:00.000Z')
const first = { ledger: 'first', fresh: false }
const second = { ledger: 'second', fresh: false }

/** An award that the ledger `by` has confirmed, made `ago` ms before noon and confirmed at once. */
function confirmed(entry: AwardEntry, ago = 1_000, by: string | null = 'first'): AwardEntry {
  const awarded_at = new Date(NOON - ago).toISOString()
  return asConfirmed(entry, { ...recordedAward(entry), awarded_at }, { at: NOON - ago, by })
}

const { made, awardId, vendorId, teamId, pointType } = newEntry()
const award = { awardId, vendorId, teamId, pointType }
const newScan = (scanId: string, fate: ScanEntry['fate'], by?: string | null) =>
  ({ kind: 'scan', version: 1, scanId, userId: 'ana', nfcId: scanId, made, fate, by }) as const
const newCopy = (voucher: string, fate: CopyEntry['fate'], by?: string | null) =>
  ({ kind: 'copy', version: 1, voucher, userId: 'ana', ...award, fate, by }) as const

describe.each(Object.entries(IMPLEMENTATIONS))(
  'awards that the server confirmed, in %s',
  (_name, create) => {
    /** A device that knows the first ledger, which has confirmed these awards. */
    async function deviceWith(...entries: AwardEntry[]): Promise<OutboxStore> {
      const store = create()
      await store.reconcileLedger(first, NOON)
      for (const entry of entries) {
        await store.append({ ...entry, confirmedAt: null })
        expect(await store.update([entry.awardId], () => entry)).toEqual(
          new Map([[entry.awardId, null]]),
        )
      }
      expect(await readAwards(store)).toEqual([])
      return store
    }
    const waitingIn = async (store: OutboxStore) =>
      (await readAwards(store)).toSorted((a, b) => a.order - b.order).map(({ awardId }) => awardId)

    test('fault 58: wait again for a ledger new to the device, before all other awards and in order of their times', async () => {
      const store = await deviceWith(
        confirmed(newEntry({ awardId: 'later' }), 1_000),
        confirmed(newEntry({ awardId: 'earlier' }), 9_000),
        confirmed(newEntry({ awardId: 'of-another-account', userId: 'luka' }), 5_000),
      )
      await store.append(newEntry({ awardId: 'new' }))
      expect(await store.reconcileLedger(second, NOON)).toBe(true)
      expect(await waitingIn(store)).toEqual(['earlier', 'of-another-account', 'later', 'new'])
      // Neither another tab's call nor a late answer of the first server changes anything.
      expect(await store.reconcileLedger(second, NOON)).toBe(false)
      expect(await store.reconcileLedger(first, NOON)).toBe(false)

      const sent: string[] = []
      const outcome = await drainTo({
        store,
        batches: true,
        send: async ({ awardId }) => {
          sent.push(awardId)
          return true
        },
      })
      expect([outcome, sent]).toEqual([{ kind: 'empty' }, ['earlier', 'later', 'new']])
      expect(await waitingIn(store)).toEqual(['of-another-account'])
      // After the second ledger has confirmed them, they stay stored for a third.
      expect(await store.reconcileLedger({ ledger: 'third', fresh: false }, Date.now())).toBe(true)
      expect(await waitingIn(store)).toHaveLength(4)
    })

    test('fault 58: do not count as confirmed after a late answer from an earlier ledger', async () => {
      const store = await deviceWith()
      await store.reconcileLedger(second, NOON)
      const late = newEntry({ awardId: 'late' })
      await store.append(late)
      await store.update(['late'], () => confirmed(late))
      expect(await store.reconcileLedger(first, NOON)).toBe(false)
      expect(await store.reconcileLedger(second, NOON)).toBe(true)
      expect(await waitingIn(store)).toEqual(['late'])
    })

    test('fault 58: do not wait again if the latest ledger or an unknown one confirmed them', async () => {
      const store = await deviceWith()
      await store.reconcileLedger(second, NOON)
      for (const [awardId, by] of [
        ['of-the-latest', 'second'],
        ['of-an-unknown', null],
      ] as const) {
        const entry = newEntry({ awardId })
        await store.append(entry)
        await store.update([awardId], () => confirmed(entry, 1_000, by))
      }
      expect([
        await store.reconcileLedger(first, NOON),
        await store.reconcileLedger(second, NOON),
      ]).toEqual([false, false])
      expect(await waitingIn(store)).toEqual([])
    })

    test('fault 58: leave an award that already waits, restored from its copy, unchanged', async () => {
      const store = await deviceWith(confirmed(newEntry({ awardId: 'restored' })))
      await store.append(newEntry({ awardId: 'restored', cancelled: true, attempted: true }))
      await store.reconcileLedger(second, NOON)
      expect(await readAwards(store)).toMatchObject([
        { awardId: 'restored', cancelled: true, again: false },
      ])
    })

    test('fault 58: an award that a drain has voided is voided in a later ledger too', async () => {
      const store = await deviceWith()
      await store.append(newEntry({ awardId: 'undone', attempted: true, cancelled: true }))
      expect(await drainTo({ store, send: async () => true })).toEqual({ kind: 'empty' })
      expect(await store.reconcileLedger(second, Date.now())).toBe(true)
      expect(await readAwards(store)).toMatchObject([
        { awardId: 'undone', cancelled: true, again: true },
      ])
    })

    test('fault 58: an award that was voided before its duplicate was answered is voided in a later ledger too', async () => {
      const store = await deviceWith()
      const entry = newEntry({ awardId: 'undone elsewhere', attempted: true })
      await store.append(entry)
      const voided = { ...recordedAward(entry), voided: true }
      await drainBatches({
        store,
        send: async () => ({
          outcomes: new Map([[entry.awardId, { kind: 'recorded', award: voided }]]),
          blocked: null,
        }),
      })
      await store.reconcileLedger(second, Date.now())
      expect(await readAwards(store)).toMatchObject([
        { awardId: 'undone elsewhere', cancelled: true, again: true },
      ])
    })

    test('fault 58: do not wait again for the first ledger that a device meets, which is only remembered', async () => {
      const store = create()
      const entry = newEntry()
      await store.append(entry)
      await store.update([entry.awardId], () => confirmed(entry))
      expect(await store.reconcileLedger(first, NOON)).toBe(false)
      expect(await store.reconcileLedger(second, NOON)).toBe(true)
    })

    test('fault 58: are not sent again after a reset, not even to a later ledger', async () => {
      const store = await deviceWith(confirmed(newEntry()))
      await store.reconcileLedger({ ...second, fresh: true }, NOON)
      expect(await store.reconcileLedger({ ledger: 'third', fresh: false }, NOON)).toBe(false)
      expect(await waitingIn(store)).toEqual([])
    })

    test('fault 92: after a reset no refusal of the rehearsal is left, stored before it or answered after it', async () => {
      const store = await deviceWith()
      const refusedBy = (awardId: string, code: string, by: string | null) =>
        newEntry({ awardId, refusal: { code, reason: 'Ne.', by } })
      for (const entry of [
        refusedBy('in-the-rehearsal', 'COOLDOWN', 'first'),
        refusedBy('sent-before-the-ledger-was-known', 'TEAM_NOT_FOUND', null),
        refusedBy('of-the-real-day', 'COOLDOWN', 'second'),
        newEntry({ awardId: 'offline-in-the-rehearsal' }),
        newEntry({ awardId: 'offline-since' }),
      ])
        await store.append(entry)
      expect(await store.reconcileLedger({ ...second, fresh: true }, NOON)).toBe(true)
      expect(await waitingIn(store)).toEqual([
        'of-the-real-day',
        'offline-in-the-rehearsal',
        'offline-since',
      ])
      const code = { 'offline-in-the-rehearsal': 'TEAM_NOT_FOUND', 'offline-since': 'COOLDOWN' }
      await drainTo({
        store,
        send: async ({ awardId }) => ({
          kind: 'refused',
          code: code[awardId as keyof typeof code],
          reason: 'Ne.',
        }),
      })
      expect(await waitingIn(store)).toEqual(['of-the-real-day', 'offline-since'])
    })

    test('fault 92: a reset leaves no refused scan or copy of the rehearsal, whenever it was refused', async () => {
      const store = await deviceWith()
      const refused = { is: 'refused', reason: 'Ne.' } as const
      const waiting = { is: 'waiting' } as const
      for (const entry of [
        newScan('in-the-rehearsal', refused, 'first'),
        newScan('of-an-unknown', refused, null),
        newScan('of-the-real-day', refused, 'second'),
        newCopy('voided-in-the-rehearsal', { is: 'voided' }, 'first'),
        newScan('under-way', waiting),
        newScan('offline-in-the-rehearsal', waiting),
        newCopy('carried-in-the-rehearsal', waiting),
        newScan('free-tag', waiting),
      ])
        await store.append(entry)
      const decide = async (entry: LoneEntry) => {
        await store.reconcileLedger({ ...second, fresh: true }, NOON)
        const isFree = entry.kind === 'scan' && entry.scanId === 'free-tag'
        const remaining: LoneEntry = isFree
          ? { ...entry, fate: { is: 'free-tag' } }
          : { ...entry, fate: refused }
        return { kind: 'decided', answer: null, remaining } as const
      }
      await drainBatches({
        store,
        userId: 'ana',
        send: () => Promise.reject(new Error('no award waits')),
        sendLone: decide,
      })
      const left = (await store.read()).entries
      expect(idsOf(left).toSorted()).toEqual(['free-tag', 'of-an-unknown', 'of-the-real-day'])
    })

    test('a scan or copy is stored with the ledger that decided about it', async () => {
      recordLedger({ ledger: 'first' })
      const store = create()
      await store.append(newCopy('refused', { is: 'waiting' }))
      await drainBatches({
        store,
        userId: 'ana',
        send: () => Promise.reject(new Error('no award waits')),
        sendLone: async (entry) => {
          recordLedger({ ledger: 'second' })
          const remaining: LoneEntry = { ...entry, fate: { is: 'refused', reason: 'Ne.' } }
          return { kind: 'decided', answer: null, remaining }
        },
      })
      expect((await store.read()).entries).toMatchObject([{ by: 'first' }])
    })

    test('are stored for 24 hours', async () => {
      const store = await deviceWith(
        confirmed(newEntry({ awardId: 'too-old' }), DAY_MS),
        confirmed(newEntry({ awardId: 'just-stored' }), DAY_MS - 1),
      )
      await store.reconcileLedger(second, NOON)
      expect(await waitingIn(store)).toEqual(['just-stored'])
    })

    test('fault 58: send only the void of a voided award again, before the awards', async () => {
      const store = await deviceWith(
        confirmed(newEntry({ awardId: 'next' }), 1_000),
        confirmed(newEntry({ awardId: 'undone-here', cancelled: true }), 2_000),
        confirmed(newEntry({ awardId: 'undone-by-its-list' }), 3_000),
      )
      await store.recordVoid('undone-by-its-list')
      await store.recordVoid('of another device')
      await store.reconcileLedger(second, NOON)
      const calls: string[] = []
      const outcome = await drainTo({
        store,
        send: async ({ awardId }) => {
          calls.push(awardId)
          return true
        },
        voidAward: async (entry) => {
          calls.push(`void ${entry.awardId}`)
          if (entry.awardId !== 'undone-here')
            return { kind: 'refused', code: 'AWARD_NOT_FOUND', reason: 'Nema.' }
          return { kind: 'recorded', award: { ...recordedAward(entry), voided: true } }
        },
      })
      expect(outcome).toEqual({ kind: 'empty' })
      expect(calls).toEqual(['void undone-by-its-list', 'void undone-here', 'next'])
      expect(await readAwards(store)).toEqual([])
    })

    test('a void that fails holds back only its team’s awards, for which the cooldown may still run', async () => {
      const store = await deviceWith(
        confirmed(newEntry({ awardId: 'undone', cancelled: true })),
        confirmed(newEntry({ awardId: 'next' })),
        confirmed(newEntry({ awardId: 'of another team', teamId: 'risovi' })),
      )
      await store.reconcileLedger(second, NOON)
      const { sent, send } = noting()
      await drainTo({ store, batches: true, send, voidAward: async () => ({ kind: 'failed' }) })
      expect(idsOf(sent)).toEqual(['of another team'])
    })

    test('a void that the ledger refuses is shown, and one that cannot be sent waits', async () => {
      const store = await deviceWith(
        confirmed(newEntry({ awardId: 'undone', cancelled: true })),
        confirmed(newEntry({ awardId: 'next' })),
      )
      await store.reconcileLedger(second, NOON)
      const voidAward = async () => ({ kind: 'later', silent: true, retryAfterMs: null }) as const
      const { sent, send } = noting()
      expect(await drainTo({ store, batches: true, send, voidAward })).toMatchObject({
        kind: 'later',
      })
      // The cooldown of an award that should be voided may block the next award.
      expect(sent).toEqual([])
      expect(await waitingIn(store)).toEqual(['undone', 'next'])
      await drainTo({
        store,
        send,
        voidAward: async () => ({ kind: 'refused', code: 'VOID_TOO_LATE', reason: 'Prekasno.' }),
      })
      expect(await readAwards(store)).toMatchObject([
        { awardId: 'undone', refusal: { code: 'VOID_TOO_LATE' } },
      ])
    })
  },
)

test('fault 58: an award sent again has its time from the ledger, whatever the device’s clock said', () => {
  const made = {
    wall: 5,
    forward: 7,
    device: 9,
    pageLife: 'one',
    serverTime: NOON - 70_000,
    lastContact: NOON - 60_000,
  }
  const stored = confirmed(newEntry({ made }), 65_000)
  const clocks = { forward: 999_999, device: 0, pageLife: 'one', serverTime: NOON }
  expect(queuedMs(stored.made, clocks)).toBe(65_000)
})
