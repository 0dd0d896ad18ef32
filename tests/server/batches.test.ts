import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createBatches } from '#server/db/batches'
import { coalesceRuns } from '#server/db/commits'
import type { Writer } from '#server/db/database'
import { Overloaded } from '#server/db/errors'
import { settleAll } from '#server/db/statement'
import type { TestGame } from '../support/game-server'
import { times } from '../support/times'
import { onEachEngine, useGame } from '../support/use-game'

let nameCount = 0

const insertSetting = (db: Writer, name: string) =>
  db.insertInto('settings').values({ name, value: '1' }).execute()
const settings = async ({ db }: TestGame) =>
  new Set((await db.read.selectFrom('settings').select('name').execute()).map(({ name }) => name))

onEachEngine('changes committed together', (game) => {
  const write = async <T>(work: (db: Writer) => Promise<T>) =>
    await game.db.write({ kind: 'event' }, work)

  test('fault 39: only the write that throws or that the database refuses is rolled back', async () => {
    const own = ['prvi', 'baca', 'drugi', 'bez-tablice', 'treći', 'bez-igrača', 'četvrti'].map(
      (name) => `${name}-${++nameCount}`,
    )
    const trouble: readonly ((db: Writer) => Promise<unknown>)[] = [
      () => Promise.reject(new Error('its own trouble')),
      (db) => sql`insert into nema_te_tablice values (1)`.execute(db),
      (db) =>
        db
          .insertInto('memberships')
          .values({ user_id: 'nitko', team_id: 'ničiji', joined_at: 0 })
          .execute(),
    ]
    const work = own.map((name, index) =>
      write(async (db) => {
        await insertSetting(db, name)
        if (index % 2 === 1) await trouble[(index - 1) / 2]?.(db)
      }),
    )
    expect((await Promise.allSettled(work)).map(({ status }) => status === 'fulfilled')).toEqual(
      own.map((_, i) => i % 2 === 0),
    )
    const later = `kasnije-${++nameCount}`
    await write((db) => insertSetting(db, later))
    const stored = await settings(game)
    expect([...own, later].map((name) => stored.has(name))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      true,
    ])
  })
})

describe('fault 38: changes on SQLite', () => {
  const game = useGame('sqlite')

  test('beyond the limit are refused at once, and all accepted ones are stored', async () => {
    const own = times(1_200, () => `navala-${++nameCount}`)
    const settled = await Promise.allSettled(
      own.map((name) => game.db.write({ kind: 'event' }, (db) => insertSetting(db, name))),
    )
    const stored = await settings(game)
    const refused = own.filter((_, index) => settled[index]?.status === 'rejected')
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Overloaded)
    expect(own.filter((name) => !stored.has(name))).toEqual(refused)
    expect([refused.length > 0, refused.length <= 200]).toEqual([true, true])
    await game.db.write({ kind: 'event' }, (db) => db.deleteFrom('settings').execute())
  })

  test('of one group are neither acknowledged nor stored if its commit fails, and the next change succeeds', async () => {
    const work = ['prva', 'druga'].map((name) =>
      game.db.write({ kind: 'event' }, async (db) => {
        await sql`pragma defer_foreign_keys = on`.execute(db)
        await insertSetting(db, name)
        // A deferred constraint, which is checked only at the commit.
        await db
          .insertInto('memberships')
          .values({ user_id: 'nitko', team_id: 'ničiji', joined_at: 0 })
          .onConflict((one) => one.doNothing())
          .execute()
      }),
    )
    const settled = await Promise.allSettled(work)
    expect(settled.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    await game.db.write({ kind: 'event' }, (db) => insertSetting(db, 'treća'))
    expect(await settings(game)).toEqual(new Set(['treća']))
  })
})

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

  test('fault 38: all fail if the database is unavailable, and none is tried alone', async () => {
    let runs = 0
    const { add } = createBatches<number, number>(async () => {
      runs++
      throw new Overloaded('all')
    })
    const settled = await Promise.allSettled([1, 2, 3].map((item) => add(item)))
    expect(settled.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(runs).toBe(1)
  })
})

describe('fault 76: items of several owners', () => {
  /** A queue that records its batches, none of which ends before `go` is called. */
  function start() {
    const batches: (readonly string[])[] = []
    let go = () => {}
    const underWay = new Promise<void>((resolve) => {
      go = resolve
    })
    const queue = createBatches<string, string>(async (items) => {
      batches.push(items)
      await underWay
      return items
    })
    const add = (owner: string, count: number) =>
      times(count, (index) =>
        queue.add(`${owner} ${index}`, owner).catch((reason: unknown) => reason),
      )
    return { ...queue, batches, go, add }
  }

  test('take turns by owner, each owner’s in their order, no matter how many another owner has', async () => {
    const { add, batches, go } = start()
    const first = add('ana', 1)
    await expect.poll(() => batches.length).toBe(1)
    const all = [...first, ...add('ana', 600), ...add('iva', 3), ...add('luka', 1)]
    go()
    await Promise.all(all)
    expect(batches[1]?.slice(0, 6)).toEqual(['ana 0', 'iva 0', 'luka 0', 'ana 1', 'iva 1', 'ana 2'])
    expect(
      batches
        .slice(1)
        .flat()
        .filter((item) => item.startsWith('ana')),
    ).toEqual(times(600, (index) => `ana ${index}`))
  })

  test('if over half of the places are taken, an owner with over a tenth is refused while others wait', async () => {
    const { add, assertShare, go } = start()
    const all = add('ana', 999)
    expect(() => assertShare('ana')).not.toThrow()
    all.push(...add('ana', 1))
    expect(await add('ana', 1)[0]).toMatchObject({ by: 'sender' })
    all.push(...add('iva', 1))
    expect(() => assertShare('ana')).toThrow(Overloaded)
    expect(() => assertShare('iva')).not.toThrow()
    go()
    await Promise.all(all)
    all.push(...add('ana', 400), ...add('iva', 1))
    expect(() => assertShare('ana')).not.toThrow()
  })

  test('if all places are taken, the owner with the most gives one up', async () => {
    const { add, go } = start()
    const [ofAna, beyond] = [add('ana', 600), add('luka', 400)]
    const ofIva = add('iva', 3)
    const tooMany = add('ana', 1)
    go()
    const ended = await Promise.all(ofAna)
    expect(ended.slice(-3)).toEqual([1, 2, 3].map(() => expect.objectContaining({ by: 'sender' })))
    expect(ended.slice(0, -3)).toEqual(times(597, (index) => `ana ${index}`))
    expect(await Promise.all(ofIva)).toEqual(['iva 0', 'iva 1', 'iva 2'])
    expect(await Promise.all(beyond)).toHaveLength(400)
    expect(await tooMany[0]).toMatchObject({ by: 'sender' })
  })
})

test('if a statement of a change fails, the change ends only after its other statements have ended', async () => {
  const done: string[] = []
  const late = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    done.push('late')
  }
  await expect(settleAll([Promise.reject(new Error('no luck')), late()])).rejects.toThrow('no luck')
  expect(done).toEqual(['late'])
  expect(await settleAll([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

/** Work that records its runs, which the test ends one by one. */
function work() {
  const ends: { resolve: () => void; reject: (reason: Error) => void }[] = []
  return { ends, run: () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })) }
}

test('fault 61: all requests during a run share the next run, even if the current one fails', async () => {
  const { ends, run } = work()
  const next = coalesceRuns(run)
  const first = next()
  const others = times(3, () => next())
  expect(new Set(others).size).toBe(1)
  expect(ends).toHaveLength(1)
  ends[0]?.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await expect.poll(() => ends.length).toBe(2)
  expect(next()).not.toBe(others[0])
  ends[1]?.resolve()
  await Promise.all(others)
  await expect.poll(() => ends.length).toBe(3)
})

test('fault 61: a request at the moment when a run ends starts no run parallel to the next', async () => {
  const { ends, run } = work()
  const next = coalesceRuns(run)
  const first = next()
  const second = next()
  ends[0]?.resolve()
  const asked: Promise<void>[] = []
  // Ask at every step between the end of the first run and the start of the second.
  for (let step = 0; step < 5; step++) {
    asked.push(next())
    expect(ends.length).toBeLessThanOrEqual(2)
    await Promise.resolve()
  }
  await first
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.resolve()
  await second
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.resolve()
  await Promise.all(asked)
  expect(ends).toHaveLength(3)
})
