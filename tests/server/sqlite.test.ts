import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import type { Database } from '#server/db/database'
import { openDatabase } from '#server/db/open'
import { readSnapshot } from '#server/db/whole-copy'
import { ownFolder } from '../support/folder'

const folder = ownFolder()
const file = folder('game.db')
const failures: unknown[] = []
let db: Database | null = null
afterEach(() => db?.close())

const rows = async () =>
  await db?.read
    .selectFrom('settings')
    .select('name')
    .where('name', 'in', ['before', 'after'])
    .execute()

async function write(name: string): Promise<void> {
  const value = JSON.stringify('x'.repeat(100_000))
  await db?.write({ kind: 'event' }, (writer) =>
    writer.insertInto('settings').values({ name, value }).execute(),
  )
}

test('the maintenance thread moves commits from the log into the file, and loses no later commits', async () => {
  db = await openDatabase({ engine: 'sqlite', file })
  await write('before')
  const before = statSync(file).size
  db.startUpkeep((reason) => failures.push(reason))
  await expect.poll(() => statSync(file).size).toBeGreaterThan(before)
  await write('after')
  expect(await rows()).toHaveLength(2)
  await db.close()
  expect(existsSync(`${file}-wal`)).toBe(false)

  db = await openDatabase({ engine: 'sqlite', file })
  expect(await rows()).toHaveLength(2)
  expect(failures).toEqual([])
})

test('calls are answered while a snapshot is copied, and what they write is not in it', async () => {
  db = await openDatabase({ engine: 'sqlite', file })
  const names = async (reader = db?.read) =>
    (await reader?.selectFrom('settings').select('name').execute())?.map(({ name }) => name)
  await write('copied')
  await readSnapshot(db, async (snapshot) => {
    const before = await names(snapshot.db)
    await write('meanwhile')
    expect(await names()).toContain('meanwhile')
    let turns = 0
    setImmediate(() => turns++)
    const copied: unknown[] = []
    for await (const rows of snapshot.rows('settings')) copied.push(...rows.map(({ name }) => name))
    expect([new Set(copied), turns]).toEqual([new Set(before), 1])
  })
})

test('a log that grew during a long read shrinks afterwards', async () => {
  db = await openDatabase({ engine: 'sqlite', file })
  db.startUpkeep((reason) => failures.push(reason))
  const size = () => statSync(`${file}-wal`).size
  const reader = new DatabaseSync(file)
  reader.exec('begin; select count(*) from settings')
  const before = size()
  for (let row = 0; size() - before < 30e6; row++) await write(`row ${row}`)
  reader.close()
  // Without a long read the log has at most 16 MiB.
  await expect.poll(size).toBeLessThan(17e6)
  expect(failures).toEqual([])
})

test('a log that cannot be emptied is reported, but fails no change that is already committed', async () => {
  const moved = folder('moved.db')
  const reported: unknown[] = []
  db = await openDatabase({ engine: 'sqlite', file: moved })
  db.startUpkeep((reason) => reported.push(reason))
  rmSync(moved)
  mkdirSync(moved)
  await db.forgetDeleted()
  expect(reported.map(String)).toContainEqual(expect.stringContaining(moved))
})
