import { describe, expect, test } from 'vitest'
import { createBatches } from '#server/db/batches'
import { recordEntries } from '#server/db/ledger'
import { findScoreDifferences } from '#server/db/queries/score-differences'
import { settleAll } from '#server/db/settle-all'
import type { AwardsTable } from '#server/db/tables'
import { Overloaded } from '#server/db/unavailable'
import { ledgerEntry } from '../support/booth'
import { foundTeam } from '../support/people'
import { onEachEngine } from '../support/use-game'

describe('items that wait at the same moment', () => {
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

onEachEngine('entries that cannot be recorded', (game) => {
  test('fault 39: leave no trace in the scores or in the changes around them', async () => {
    const { id } = await foundTeam(game())
    const entry = (award_id: string, user_id: string) =>
      ledgerEntry({ award_id, user_id, team_id: id, awarded_at: game().clock.now() })
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
