import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { cacheStatements } from '#server/db/sqlite-file'

test('prepared statements are cached by SQLite’s driver up to a limit', () => {
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
