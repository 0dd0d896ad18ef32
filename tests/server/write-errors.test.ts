import { statSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isUnavailable, Overloaded } from '#server/db/errors'
import { openSqlite } from '#server/db/sqlite'
import { statement } from '#server/db/statement'
import { failureText } from '#server/failure'
import { errorTexts } from '#texts/errors'
import { atTheBooth, type SentAward } from '../support/booth'
import { ENGINES } from '../support/engine-under-test'
import { createFolder } from '../support/folder'
import type { TestGame } from '../support/game-server'
import { organiserLink, signUp } from '../support/people'
import { DAY, times } from '../support/times'
import { useGame } from '../support/use-game'

/** An error as node:sqlite throws it, with one of SQLite's result codes (https://sqlite.org/rescode.html). */
function sqliteError(message: string, errcode: number): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
}

const pragma = (game: TestGame, text: string) =>
  game.db.write({ kind: 'event' }, (db) =>
    sql.raw<Record<string, number>>(`pragma ${text}`).execute(db),
  )

describe('fault 38: a full disk', () => {
  const game = useGame('sqlite')
  const inLedger = async (award: SentAward) =>
    (
      await game.db.read
        .selectFrom('awards')
        .where('award_id', '=', award.award_id)
        .select('award_id')
        .execute()
    ).length

  test('every acknowledged award is recorded, all others get 503 UNAVAILABLE, and reading continues', async () => {
    const { staff, award, points } = await atTheBooth(game, { point_type: 'dolazak' })
    const { rows } = await pragma(game, 'page_count')
    await pragma(game, `max_page_count = ${(rows[0]?.page_count ?? 0) + 2}`)

    const sent = times(300, () => award())
    const refused: SentAward[] = []
    for (const one of sent) {
      const answer = await staff.api.post('awardPoints', one)
      expect(await inLedger(one)).toBe(answer.statusCode === 200 ? 1 : 0)
      if (answer.statusCode === 200) continue
      refused.push(one)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
      expect(answer.json()).toMatchObject({
        status: 'KO',
        code: 'UNAVAILABLE',
        message: errorTexts.UNAVAILABLE,
      })
    }
    expect(refused.length).toBeGreaterThan(0)
    expect(await points()).toBe(sent.length - refused.length)

    // Once there is space again, the awards that the device sends again count.
    await pragma(game, 'max_page_count = 1000000')
    for (const one of sent) await staff.api.ok('awardPoints', one)
    expect(await points()).toBe(sent.length)
  })
})

test('fault 38: the probe of /ready writes to the disk, so that a full one fails it, and changes nothing', async () => {
  const folder = createFolder()
  const db = await openSqlite(folder('game.db'))
  try {
    const logSize = () => statSync(folder('game.db-wal')).size
    const before = logSize()
    await db.probe()
    expect(logSize()).toBeGreaterThan(before)
    expect(await db.read.selectFrom('settings').selectAll().execute()).toEqual([])
  } finally {
    await db.close()
    folder.remove()
  }
})

describe('fault 38: a file that can no longer be written', () => {
  const game = useGame('sqlite')

  test('changes get 503 and reading continues, even if a session is due for extension', async () => {
    const { team, staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    const { id } = await signUp(game)
    const link = await organiserLink(game, id)
    await pragma(game, 'query_only = on')

    expect((await staff.api.post('awardPoints', award())).statusCode).toBe(503)
    const many = await staff.api.post('awardMany', { awards: [award(), award()] })
    expect([many.statusCode, many.json().code]).toEqual([503, 'UNAVAILABLE'])
    expect((await team.captain.api.ok('teamPoints', {})).awards).toEqual([])
    const signIn = await game.client().post('signIn', link)
    expect(signIn.statusCode).toBe(503)
    expect(signIn.headers['set-cookie']).toBeUndefined()
    expect((await team.captain.api.ok('listTeams', {})).teams).toHaveLength(1)

    game.clock.advance(DAY)
    const read = await team.captain.api.post('listTeams', {})
    expect(read.statusCode).toBe(200)
  })
})

function postgres(code: string): Error {
  return Object.assign(new pg.DatabaseError('trouble', 7, 'error'), { code })
}

test('an outage of the database counts as temporary, but a fault of our own does not', () => {
  const outages: readonly unknown[] = [
    new Overloaded('all'),
    // Full, an I/O error, locked, read-only.
    ...[13, 778, 517, 8].map((code) => sqliteError('outage', code)),
    // Too many connections, full, shutting down, broken, a deadlock, locked, idle in a transaction, read-only.
    ...['53300', '53100', '57P01', '08006', '40P01', '55P03', '25P03', '25006'].map(postgres),
    ...['Query read timeout', 'timeout exceeded when trying to connect'].map(
      (message) => new Error(message),
    ),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  ]
  // A violated constraint, a syntax error.
  const ours = [
    sqliteError('unique', 2067),
    postgres('23505'),
    postgres('42601'),
    new TypeError('no function'),
    'text',
  ]
  expect(outages.filter((reason) => !isUnavailable(reason))).toEqual([])
  expect(ours.filter(isUnavailable)).toEqual([])
})

test('fault 38: a command says that the disk is full, or that the database did not answer', () => {
  expect(failureText(sqliteError('database or disk is full', 13))).toBe(
    'The disk is full, so the database could not write: database or disk is full. Make room and try again.',
  )
  expect(failureText(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toMatch(
    /^The disk is full/,
  )
  expect(failureText(sqliteError('database is locked', 5))).toBe(
    'The database did not answer in time: database is locked.',
  )
})

describe.each(ENGINES)('a transaction that has ended on %s', (engine) => {
  const game = useGame(engine)

  test('refuses later queries, whether built, raw or prepared', async () => {
    const prepared = statement((db, id: string) =>
      db.selectFrom('users').select('user_id').where('user_id', '=', id),
    )
    const queries = await game.db.write({ kind: 'records' }, async (db) => [
      () => db.selectFrom('users').select('user_id').execute(),
      () => sql`select 1`.execute(db),
      () => prepared(db, 'nobody'),
    ])
    for (const query of queries)
      await expect(query()).rejects.toThrow('A query outlived its transaction')
  })
})
