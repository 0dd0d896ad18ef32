import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Writer } from '#server/db/database'
import { isUnavailable, Overloaded } from '#server/db/unavailable'
import { onEachEngine, useGame } from '../support/use-game'

let names = 0

onEachEngine('changes committed together', (game) => {
  const write = async <T>(work: (db: Writer) => Promise<T>) => await game().db.write({ on: 'event' }, work)

  /** A change that inserts one row, and the row's name. */
  function keep(db: Writer, name = `red-${++names}`) {
    return db
      .insertInto('settings')
      .values({ name, value: '1' })
      .execute()
      .then(() => name)
  }

  async function kept(): Promise<Set<string>> {
    const rows = await game().db.read.selectFrom('settings').select('name').execute()
    return new Set(rows.map((row) => row.name))
  }

  test('fault 39: one that throws or that the database refuses is rolled back, and affects neither the others nor later ones', async () => {
    const own = ['prvi', 'baca', 'drugi', 'bez-tablice', 'treći', 'bez-igrača', 'četvrti'].map((name) => `${name}-${++names}`)
    const trouble: readonly ((db: Writer) => Promise<unknown>)[] = [
      () => Promise.reject(new Error('its own trouble')),
      (db) => sql`insert into nema_te_tablice values (1)`.execute(db),
      (db) => db.insertInto('memberships').values({ user_id: 'nitko', team_id: 'ničiji', joined_at: 0 }).execute(),
    ]
    const work = own.map((name, index) =>
      write(async (db) => {
        await keep(db, name)
        if (index % 2 === 1) await trouble[(index - 1) / 2]?.(db)
      }),
    )
    expect((await Promise.allSettled(work)).map(({ status }) => status === 'fulfilled')).toEqual(own.map((_, i) => i % 2 === 0))
    const later = await write((db) => keep(db))
    const all = await kept()
    expect([...own, later].map((name) => all.has(name))).toEqual([true, false, true, false, true, false, true, true])
  })

  test('back-pressure: excess changes are refused at once, and accepted ones are stored', async () => {
    const own = Array.from({ length: 1_200 }, () => `navala-${++names}`)
    const settled = await Promise.allSettled(own.map((name) => write((db) => keep(db, name))))
    const all = await kept()
    const stored = (index: number) => all.has(own[index] ?? '')
    let refused = 0
    for (const [index, one] of settled.entries()) {
      if (one.status === 'fulfilled') expect(stored(index)).toBe(true)
      // On a busy machine some wait too long for a connection, which tells nothing of back-pressure.
      else if (!(one.reason instanceof Overloaded)) expect(isUnavailable(one.reason)).toBe(true)
      else {
        refused += 1
        expect(stored(index)).toBe(false)
      }
    }
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThanOrEqual(200)
  })
})

describe('fault 38: a commit that fails on SQLite', () => {
  const game = useGame('sqlite')

  test('acknowledges and stores none of the group, and the next change goes through', async () => {
    const work = ['prva', 'druga'].map((name) =>
      game().db.write({ on: 'event' }, async (db) => {
        await sql`pragma defer_foreign_keys = on`.execute(db)
        await db.insertInto('settings').values({ name, value: '1' }).execute()
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
    expect(await game().db.read.selectFrom('settings').selectAll().execute()).toEqual([])

    await game().db.write({ on: 'event' }, (db) => db.insertInto('settings').values({ name: 'treća', value: '1' }).execute())
    expect(await game().db.read.selectFrom('settings').select('name').execute()).toEqual([{ name: 'treća' }])
  })
})
