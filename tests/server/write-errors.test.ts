import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isUnavailable, Overloaded } from '#server/db/unavailable'
import { failureText } from '#server/failure'
import { errorTexts } from '#texts/errors'
import { atTheBooth, type SentAward } from '../support/booth'
import type { TestGame } from '../support/game-server'
import { organiserLink, signUp } from '../support/people'
import { DAY, times } from '../support/times'
import { useGame } from '../support/use-game'

/** An error as node:sqlite throws it, with one of SQLite's result codes (https://sqlite.org/rescode.html). */
function sqliteError(message: string, errcode: number): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
}

const pragma = (game: TestGame, text: string) =>
  game.db.write({ on: 'event' }, (db) => sql.raw<Record<string, number>>(`pragma ${text}`).execute(db))

describe('fault 38: a full disk', () => {
  const game = useGame('sqlite')
  const inLedger = async (award: SentAward) =>
    (await game.db.read.selectFrom('awards').where('award_id', '=', award.award_id).select('award_id').execute()).length

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
      expect(answer.json()).toMatchObject({ status: 'KO', code: 'UNAVAILABLE', message: errorTexts.UNAVAILABLE })
    }
    expect(refused.length).toBeGreaterThan(0)
    expect(await points()).toBe(sent.length - refused.length)

    // Once there is space again, the device sends its awards again and they count.
    await pragma(game, 'max_page_count = 1000000')
    for (const one of sent) await staff.api.ok('awardPoints', one)
    expect(await points()).toBe(sent.length)
  })
})

describe('fault 38: a file that can no longer be written', () => {
  const game = useGame('sqlite')

  test('changes get 503 and reading continues, also if a session is due for extension', async () => {
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
  return Object.assign(new pg.DatabaseError('an error', 7, 'error'), { code })
}

test.each([
  ['too many changes wait', new Overloaded('all'), true],
  ['disk full', sqliteError('full', 13), true],
  ['an I/O error', sqliteError('io', 778), true],
  ['locked for too long', sqliteError('busy', 517), true],
  ['read-only', sqliteError('ro', 8), true],
  ['a violated constraint', sqliteError('unique', 2067), false],
  ['too many connections', postgres('53300'), true],
  ['disk full on PostgreSQL', postgres('53100'), true],
  ['shutting down', postgres('57P01'), true],
  ['a broken connection', postgres('08006'), true],
  ['a deadlock', postgres('40P01'), true],
  ['a lock that is held for too long', postgres('55P03'), true],
  ['a transaction that was idle for too long', postgres('25P03'), true],
  ['read-only on PostgreSQL', postgres('25006'), true],
  ['an answer that does not come', new Error('Query read timeout'), true],
  ['a violated constraint on PostgreSQL', postgres('23505'), false],
  ['a syntax error', postgres('42601'), false],
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
  ['a connection timeout', new Error('timeout exceeded when trying to connect'), true],
  ['a programming error', new TypeError('undefined is not a function'), false],
  ['a value that is not an error', 'text', false],
])('%s is a database outage, after which the call can be tried again, or not', (_what, reason, unavailable) => {
  expect(isUnavailable(reason)).toBe(unavailable)
})

test.each<[Error, string | RegExp]>([
  [
    sqliteError('database or disk is full', 13),
    'The disk is full, so the database could not write: database or disk is full. Make room and try again.',
  ],
  [Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), /^The disk is full/],
  [sqliteError('database is locked', 5), 'The database did not answer in time: database is locked.'],
])('fault 38: a command names the error: %s', (reason, said) => {
  expect(failureText(reason)).toEqual(typeof said === 'string' ? said : expect.stringMatching(said))
})
