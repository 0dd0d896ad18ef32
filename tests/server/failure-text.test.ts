import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { failureText } from '#server/failure-text'
import { sqliteError } from '../support/sqlite-error'

test('fault 38: a full disk is reported as a full disk', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('pragma max_page_count = 2')
  db.exec('create table filler (content blob)')
  let reason: unknown
  try {
    db.exec('insert into filler values (zeroblob(100000))')
  } catch (error) {
    reason = error
  }
  expect(reason).toMatchObject({ code: 'ERR_SQLITE_ERROR' })
  expect(failureText(reason)).toBe(
    'The disk is full, so the database could not write: database or disk is full. Make room and try again.',
  )
})

test('a file system without space is reported as full too', () => {
  const reason = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect(failureText(reason)).toMatch(/^The disk is full/)
})

test('a database that is locked for too long is reported as not responding in time', () => {
  expect(failureText(sqliteError('database is locked', 5))).toBe('The database did not answer in time: database is locked.')
})
