import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { jsonRows, jsonTexts } from '#server/db/json-rows'
import { cacheStatements } from '#server/db/sqlite-dialect'
import { statement, statementName } from '#server/db/statement'
import { ENGINES } from '../support/databases'
import { useGame } from '../support/use-game'

describe.each(ENGINES)('prepared statements on %s', (engine) => {
  const game = useGame(engine)

  test('are built once and run with new values each time', async () => {
    let built = 0
    let latest = ''
    const find = statement<{ from: number; vendor: string }>()((db, { from, vendor }) => {
      built++
      const query = db
        .selectFrom('vendor_point_types')
        .where('vendor_id', '=', vendor)
        .where('position', '>=', from)
        .orderBy('position')
        .select('point_type')
        .compile()
      latest = query.sql
      return query
    })
    const { read } = game().db
    expect(await find(read, { vendor: 'arkade', from: 1 })).toEqual([{ point_type: 'kviz' }, { point_type: 'dolazak' }])
    expect(await find(read, { from: 0, vendor: 'kutak' })).toEqual([{ point_type: 'pobjeda' }, { point_type: 'kviz' }])
    expect(statementName(latest)).toMatch(/^s\d+$/)
    expect(statementName(`${latest} limit 1`)).toBeUndefined()
    const within = await game().db.write({ on: 'event' }, (tx) => find(tx, { from: 1, vendor: 'kutak' }))
    expect(within).toEqual([{ point_type: 'kviz' }])
    await find(read, { vendor: 'kutak', from: 0 })
    // For connections that write and for those that read.
    expect(built).toBe(2)
  })

  test('take a list of any length as one parameter', async () => {
    const find = statement<{ ids: string }>()((db, { ids }) =>
      db.selectFrom('users').where('user_id', 'in', jsonTexts(db, ids)).orderBy('user_id').select('user_id').compile(),
    )
    const { read } = game().db
    for (const ids of [[], ['iva'], ['iva', 'mia', "nitko'--", 'ž"\\']]) {
      const found = await find(read, { ids: JSON.stringify(ids) })
      expect(found.map((row) => row.user_id)).toEqual(ids.slice(0, 2))
    }
  })

  test('take a list of objects as a table, in which missing and null fields are null', async () => {
    const rows = [{ name: 'ž"\\', at: 1_778_000_000_000 }, { name: null, at: -5 }, { name: '7', at: null }, {}]
    const read = statement<{ rows: string }>()((db, values) =>
      db
        .selectFrom(jsonRows(db, values.rows, { name: 'text', at: 'bigint' }).as('given'))
        .select(['given.name', 'given.at'])
        .compile(),
    )
    expect(await read(game().db.read, { rows: JSON.stringify(rows) })).toEqual([...rows.slice(0, 3), { name: null, at: null }])
  })
})

test('are cached by SQLite’s driver up to a limit', () => {
  const prepared: string[] = []
  const database = new DatabaseSync(':memory:')
  function prepare(text: string) {
    prepared.push(text)
    return database.prepare(text)
  }
  const kept = cacheStatements(
    new Proxy(database, { get: (target, name) => (name === 'prepare' ? prepare : Reflect.get(target, name)) }),
  )
  const first = kept.prepare('select 0')
  expect(kept.prepare('select 0')).toBe(first)
  expect(prepared).toEqual(['select 0'])
  for (let other = 1; other < 300; other++) {
    kept.prepare(`select ${other}`)
    // Used repeatedly, so that it is never the least recently used.
    if (other < 150) expect(kept.prepare('select 0')).toBe(first)
  }
  expect(kept.prepare('select 250')).toBeDefined()
  expect(prepared).toHaveLength(300)
  kept.prepare('select 20')
  expect(prepared).toHaveLength(301)
  database.close()
})
