import { describe, expect, test } from 'vitest'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import type { OutboxEntry } from '../../src/offline/entry'
import type { SentAwards } from '../../src/offline/send'
import { changeAward } from '../../src/offline/store'
import { drainBatches, outboxWith } from './drain-to'
import { idsOf, newEntry, REFUSED, readAwards, sendManyTo, sendTo } from './entries'

const of = (teamId: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => newEntry({ teamId, order: from + index }))

/** Drains these awards; returns the batches in the order in which they were sent. */
async function batchesOf(entries: readonly OutboxEntry[], lanes?: number) {
  const store = outboxWith(...entries)
  const batches: OutboxEntry[][] = []
  let running = 0
  let most = 0
  const send = async (batch: readonly OutboxEntry[]): Promise<SentAwards> => {
    batches.push([...batch])
    running++
    most = Math.max(most, running)
    const sent = await sendManyTo(async () => true)(batch)
    running--
    return sent
  }
  await drainBatches({ store, send, ...(lanes === undefined ? {} : { lanes }) })
  return { batches, most, left: await readAwards(store) }
}

test('a call carries as many awards as the server takes at once, in the order of the taps', async () => {
  const entries = of('vukovi', AWARDS_AT_ONCE + 5)
  const { batches, left } = await batchesOf(entries.toReversed())
  expect(batches.map(({ length }) => length)).toEqual([AWARDS_AT_ONCE, 5])
  expect(idsOf(batches.flat())).toEqual(idsOf(entries))
  expect(left).toEqual([])
})

test('lanes are of similar length, and a team stays in one', async () => {
  const entries = [...of('a', 1), ...of('b', 1, 1), ...of('c', 4, 2), ...of('d', 2, 6)]
  const { batches } = await batchesOf(entries, 2)
  const teams = batches.map((batch) => batch.map(({ teamId }) => teamId).join(''))
  expect(teams.toSorted()).toEqual(['abdd', 'cccc'])
})

test('a call each at a time for at most four lanes, and for fewer teams fewer', async () => {
  const many = await batchesOf(['a', 'b', 'c', 'd', 'e', 'f'].flatMap((teamId) => of(teamId, 1)))
  expect([many.most, many.batches.length]).toEqual([4, 4])
  const few = await batchesOf([...of('a', 2), ...of('b', 2)])
  expect(few.batches.length).toBe(2)
})

test('a server that answers without any outcome is not asked again in this drain', async () => {
  const store = outboxWith(...of('vukovi', 2))
  let calls = 0
  const send = async (): Promise<SentAwards> => {
    calls++
    return { outcomes: new Map(), blocked: null }
  }
  const outcome = await drainBatches({ store, send })
  expect([outcome, calls]).toEqual([{ is: 'later', silent: false, retryAfterMs: null }, 1])
  expect((await readAwards(store)).map(({ attempted }) => attempted)).toEqual([true, true])
})

describe('what a drain asks of the device’s storage, which is slow', () => {
  /** Drains these awards of one team; counts the writes, the looks at the outbox and the calls. */
  async function workOf(entries: readonly OutboxEntry[], batches: boolean) {
    const store = outboxWith(...entries)
    const { update } = store
    const work = { writes: 0, unchanged: 0, looks: 0, calls: 0 }
    store.update = async (awardIds, change) => {
      work.writes++
      return await update(awardIds, (stored) => {
        const changed = change(stored)
        if (changed === stored) work.unchanged++
        return changed
      })
    }
    const settleTimes = async () => {
      work.looks++
      return null
    }
    const send = async (batch: readonly OutboxEntry[]) => {
      work.calls++
      return await (batches ? sendManyTo : sendTo)(async () => true)(batch)
    }
    await drainBatches({ store, settleTimes, send })
    return work
  }

  test('two writes a batch: that it is sent, and what became of it', async () => {
    expect(await workOf(of('vukovi', AWARDS_AT_ONCE + 5), true)).toEqual({ writes: 4, unchanged: 0, looks: 1, calls: 2 })
  })

  test('the same for each award where the server takes one at a time, after a single look', async () => {
    expect(await workOf(of('vukovi', 3), false)).toMatchObject({ writes: 6, looks: 1, calls: 3 })
  })

  test('an award that was sent before is not marked again', async () => {
    const tried = of('vukovi', 2).map((entry) => ({ ...entry, attempted: true }))
    expect(await workOf(tried, true)).toMatchObject({ writes: 2, unchanged: 2 })
  })
})

test.each([
  ['cancelled', null],
  ['refused', REFUSED],
])('an award that was %s on another page after the look at the outbox is not sent', async (_what, refusal) => {
  const entry = newEntry()
  const store = outboxWith(entry)
  const settleTimes = async () => {
    await store.update(
      [entry.awardId],
      changeAward((stored) => (refusal === null ? null : { ...stored, refusal })),
    )
    return null
  }
  let calls = 0
  const send = async (batch: readonly OutboxEntry[]) => {
    calls++
    return await sendManyTo(async () => true)(batch)
  }
  expect(await drainBatches({ store, settleTimes, send })).toEqual({ is: 'empty' })
  expect(calls).toBe(0)
})

test('the page hears of each award that left or was refused', async () => {
  const [recorded, refused] = [newEntry({ order: 1, teamId: 'a' }), newEntry({ order: 2, teamId: 'b' })]
  const store = outboxWith(recorded, refused)
  const heard: unknown[] = []
  await drainBatches({
    store,
    send: sendManyTo(async ({ teamId }) => (teamId === 'a' ? true : REFUSED)),
    onSettled: (awardId, entry, award) =>
      heard.push([awardId, entry?.kind === 'award' ? entry.refusal : null, award?.award_id ?? null]),
  })
  expect(heard).toEqual([
    [recorded.awardId, null, recorded.awardId],
    [refused.awardId, { code: 'COOLDOWN', reason: 'Pauza.' }, null],
  ])
})
