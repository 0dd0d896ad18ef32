import { expect, test } from 'vitest'
import { createAwardEntry, inOrder, outboxFingerprint, parseEntry } from '../../src/offline/entry'
import { newEntry } from './entries'

test('a tap becomes an entry with a new id that is not sent, cancelled or refused', () => {
  const { made } = newEntry()
  const tap = {
    userId: 'iva',
    vendorId: 'arkade',
    team: { team_id: 'vukovi', team_name: 'Plavi Vukovi' },
    pointType: { point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 },
  }
  const entry = createAwardEntry(tap, made)
  const { order: _order, ...expected } = newEntry({ awardId: entry.awardId, made })
  expect(entry).toEqual(expected)
  expect(entry.awardId).toMatch(/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/)
  expect(createAwardEntry(tap, made).awardId).not.toBe(entry.awardId)
  expect(parseEntry({ ...entry, order: 1 })).toEqual({ ...entry, order: 1 })
})

test('entries with the same order number are sorted by their ids, in whatever order they were read', () => {
  const [a, b, c] = [
    newEntry({ awardId: 'b', order: 1 }),
    newEntry({ awardId: 'c', order: 1 }),
    newEntry({ awardId: 'a', order: 2 }),
  ]
  for (const read of [
    [a, b, c],
    [c, b, a],
  ]) {
    expect(inOrder(read).map(({ awardId }) => awardId)).toEqual(['b', 'c', 'a'])
  }
})

test('a kept screen is outdated once an award arrives, is refused, or is cancelled after it was sent', () => {
  const waiting = newEntry({ attempted: true })
  const states = [
    [],
    [waiting],
    [{ ...waiting, cancelled: true }],
    [{ ...waiting, refusal: { code: 'EVENT_CLOSED', reason: '' } }],
  ]
  expect(new Set(states.map((entries) => outboxFingerprint(entries, []))).size).toBe(states.length)
})
