import { describe, expect, test } from 'vitest'
import { createBatches } from '#server/db/batches'
import { recordEntries } from '#server/db/ledger'
import { findScoreDifferences } from '#server/db/queries/score-differences'
import { settleAll } from '#server/db/settle-all'
import type { AwardsTable } from '#server/db/tables'
import { Overloaded } from '#server/db/unavailable'
import { ENGINES } from '../support/databases'
import { foundTeam } from '../support/people'
import { useGame } from '../support/use-game'

describe('items that wait at the same moment', () => {
  /** Doubles each number, and fails every batch that contains a negative one. */
  function doubling() {
    const batches: (readonly number[])[] = []
    const { add } = createBatches<number, number>(async (items) => {
      batches.push(items)
      if (items.some((item) => item < 0)) throw new Error('no luck')
      return items.map((item) => item * 2)
    })
    return { add, batches }
  }

  test('are processed together and in order, and each gets its own result', async () => {
    const { add, batches } = doubling()
    expect(await Promise.all([1, 2, 3].map(add))).toEqual([2, 4, 6])
    expect(batches).toEqual([[1, 2, 3]])
  })

  test('wait for the batch before them', async () => {
    const ends: (() => void)[] = []
    const { add, idle } = createBatches<number, number>(async (items) => {
      await new Promise<void>((resolve) => ends.push(resolve))
      return items
    })
    const first = add(1)
    await expect.poll(() => ends.length).toBe(1)
    const [second, third] = [add(2), add(3)]
    await new Promise(setImmediate)
    expect(ends).toHaveLength(1)
    ends[0]?.()
    expect(await first).toBe(1)
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.()
    expect(await Promise.all([second, third])).toEqual([2, 3])
    await idle()
    expect(ends).toHaveLength(2)
  })

  test('fault 39: one that fails does not affect the others', async () => {
    const { add, batches } = doubling()
    const settled = await Promise.allSettled([1, -2, 3].map(add))
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([2, 'failed', 6])
    expect(batches).toEqual([[1, -2, 3], [1], [-2], [3]])
  })

  test('fault 38: if the database is unavailable all fail, and none is tried alone', async () => {
    let runs = 0
    const { add } = createBatches<number, number>(async () => {
      runs++
      throw new Overloaded()
    })
    const settled = await Promise.allSettled([1, 2, 3].map(add))
    expect(settled.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(runs).toBe(1)
  })

  test('back-pressure: when too much waits more is refused at once, and accepted items are still done', async () => {
    const { add, batches } = doubling()
    const taken = Array.from({ length: 1_000 }, (_, index) => add(index))
    await expect(add(1)).rejects.toThrow(Overloaded)
    expect((await Promise.all(taken)).length).toBe(1_000)
    expect(batches.every((batch) => batch.length <= 128)).toBe(true)
    expect(await add(4)).toBe(8)
  })
})

describe('statements of one change', () => {
  test('are not left running when one of them fails', async () => {
    const done: string[] = []
    const late = async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      done.push('late')
    }
    await expect(settleAll([Promise.reject(new Error('no luck')), late()])).rejects.toThrow('no luck')
    expect(done).toEqual(['late'])
    expect(await settleAll([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
  })
})

describe.each(ENGINES)('entries that cannot be recorded on %s', (engine) => {
  const game = useGame(engine)

  test('fault 39: leave no trace in the scores or in the changes around them', async () => {
    const { id } = await foundTeam(game())
    const at = game().clock.now()
    const origin = {
      vendor_id: null,
      nfc_id: null,
      awarded_at: at,
      received_at: at,
      kind: 'adjustment',
      reason: 'proba',
    } as const
    const entry = (award_id: string, user_id: string): AwardsTable => ({
      ...origin,
      award_id,
      user_id,
      team_id: id,
      point_type: 'kviz',
      points: 5,
    })
    const record = (entries: readonly AwardsTable[]) =>
      game().db.write({ on: 'ledger', teamIds: [id] }, (tx) => recordEntries(tx, entries))
    const settled = await Promise.allSettled([
      record([entry('a', 'iva')]),
      record([entry('b', 'iva'), entry('c', 'nitko')]),
      record([entry('a', 'iva'), entry('d', 'iva')]),
      record([entry('e', 'iva')]),
    ])
    expect(settled.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    const rows = await game()
      .db.read.selectFrom('awards')
      .where('team_id', '=', id)
      .orderBy('award_id')
      .select('award_id')
      .execute()
    expect(rows.map((row) => row.award_id)).toEqual(['a', 'e'])
    expect(await findScoreDifferences(game().db.read)).toEqual([])
  })
})
