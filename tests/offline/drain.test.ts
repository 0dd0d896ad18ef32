import { describe, expect, test } from 'vitest'
import { changeAward } from '../../src/offline/store'
import { drainTo, outboxWith } from './drain-to'
import { type Answer, appendAward, idsOf, newEntry, noting, REFUSED, readAwards, SILENT } from './entries'

describe('a drain', () => {
  test('sends the waiting awards, for each team in the order of the taps, and empties the outbox', async () => {
    const entries = [3, 1, 2].flatMap((order) => ['sove', 'vukovi'].map((teamId) => newEntry({ teamId, order })))
    const store = outboxWith(...entries)
    const { sent, send } = noting()
    expect(await drainTo({ store, send })).toEqual({ is: 'empty' })
    expect(await store.read()).toEqual({ entries: [], unreadable: [], generation: null })
    for (const teamId of ['sove', 'vukovi']) {
      expect(sent.filter((entry) => entry.teamId === teamId).map((entry) => entry.order)).toEqual([1, 2, 3])
    }
  })

  test('fault 11: also sends awards that are added while it runs', async () => {
    const store = outboxWith(newEntry({ order: 1 }))
    const late = newEntry({ order: 2 })
    const { sent, send } = noting(async () => {
      if (sent.length === 1) await appendAward(store, late)
      return true
    })
    await drainTo({ store, send })
    expect(sent.at(-1)?.awardId).toBe(late.awardId)
    expect(await readAwards(store)).toEqual([])
  })

  test('fault 12: sets a refused award aside with its reason and sends those behind it', async () => {
    const [refused, behind] = [newEntry({ order: 1 }), newEntry({ order: 2 })]
    const store = outboxWith(refused, behind)
    const send: Answer = async (entry) => (entry.awardId === refused.awardId ? REFUSED : true)
    expect(await drainTo({ store, send })).toEqual({ is: 'empty' })
    expect(await readAwards(store)).toEqual([{ ...refused, attempted: true, refusal: { code: 'COOLDOWN', reason: 'Pauza.' } }])
  })

  test('tries a failing award once per drain, and it blocks only its own team', async () => {
    const [stuck, behind, other] = [newEntry({ order: 1 }), newEntry({ order: 2 }), newEntry({ order: 3, teamId: 'sove' })]
    const store = outboxWith(stuck, behind, other)
    const { sent, send } = noting(async (entry) => (entry.awardId === stuck.awardId ? { is: 'failed' } : true))
    expect(await drainTo({ store, send })).toEqual({ is: 'later', silent: false, retryAfterMs: null })
    expect(new Set(idsOf(sent))).toEqual(new Set([stuck.awardId, other.awardId]))
    expect(new Set(idsOf(await readAwards(store)))).toEqual(new Set([stuck.awardId, behind.awardId]))
  })

  test('fault 16: never sends awards of another account, and stops if the session belongs to another account', async () => {
    const theirs = newEntry({ userId: 'luka' })
    const store = outboxWith(theirs, newEntry())
    const { sent, send } = noting(async () => ({ is: 'other-session' }))
    expect(await drainTo({ store, send })).toEqual({ is: 'other-session' })
    expect(sent.map((entry) => entry.userId)).toEqual(['iva'])
    expect(await readAwards(store)).toHaveLength(2)
  })
})

test('fault 50: sends nothing before the time of every tap is settled, and waits if the server does not respond', async () => {
  const entry = newEntry({ made: { ...newEntry().made, serverTime: null } })
  const store = outboxWith(entry)
  const { sent, send } = noting()
  expect(await drainTo({ store, send, settleTimes: async () => SILENT })).toEqual(SILENT)
  expect(sent).toEqual([])
  const settleTimes = async () => {
    await store.update(
      [entry.awardId],
      changeAward((stored) => ({ ...stored, made: { ...stored.made, serverTime: 7 } })),
    )
    return null
  }
  expect(await drainTo({ store, send, settleTimes })).toEqual({ is: 'empty' })
  expect(sent.map(({ made }) => made.serverTime)).toEqual([7])
})

test('when storage fails in one lane the others begin nothing more, and the drain ends only after they have ended', async () => {
  const broken = newEntry({ teamId: 'sove' })
  const others = [newEntry({ order: 1 }), newEntry({ order: 2 })]
  const store = outboxWith(broken, ...others)
  const { update } = store
  store.update = async (awardIds, change) => {
    if (awardIds.includes(broken.awardId)) throw new DOMException('gone', 'InvalidStateError')
    return await update(awardIds, change)
  }
  let answered = 0
  const { sent, send } = noting(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    answered++
    return true
  })
  await expect(drainTo({ store, send })).rejects.toMatchObject({ name: 'InvalidStateError' })
  expect([idsOf(sent), answered]).toEqual([[others[0]?.awardId], 1])
  expect(new Set(idsOf(await readAwards(store)))).toEqual(new Set([broken.awardId, others[1]?.awardId]))
})

test.each([
  ['in the same lane', 1],
  ['in another lane', 2],
])('fault 14: once the server asks for a pause no award of another team is sent, %s, and all are kept', async (_where, lanes) => {
  const entries = [newEntry({ order: 1, teamId: 'sove' }), ...[2, 3, 4].map((order) => newEntry({ order }))]
  const { sent, send } = noting(async ({ teamId }) => {
    if (teamId === 'sove') return { is: 'later', silent: false, retryAfterMs: 7_000 }
    await new Promise((resolve) => setImmediate(resolve))
    return true
  })
  const store = outboxWith(...entries)
  const outcome = await drainTo({ store, send, lanes })
  expect(outcome).toEqual({ is: 'later', silent: false, retryAfterMs: 7_000 })
  expect(new Set(idsOf(sent))).toEqual(new Set(idsOf(entries.slice(0, lanes))))
  const recorded = idsOf(entries.slice(1, lanes))
  expect(new Set([...recorded, ...idsOf(await readAwards(store))])).toEqual(new Set(idsOf(entries)))
})
