import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseLocation } from '#server/db/database-url'
import { writeSetting } from '#server/db/queries/settings'
import { purge } from '#server/retention'
import { command, runAnswering } from '../support/command'
import { ownFolder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import {
  foundTeam,
  newProfile,
  organiserLink,
  signIn,
  signInOrganiser,
  signUp,
} from '../support/people'
import { DAY, times } from '../support/times'
import { onOneEngine } from '../support/use-game'
import { VECTOR } from '../support/vouchers'

const YEAR_MS = 366 * DAY

onOneEngine('a purge', (game) => {
  beforeAll(async () => {
    const entered = { created_at: game.clock.now() }
    await game.db.write({ kind: 'accounts' }, (tx) =>
      tx.updateTable('users').set(entered).execute(),
    )
  })

  const run = (after: number, { dryRun = false } = {}) =>
    purge(game.db, game.clock.now() + after, { by: { userId: null, reason: 'Godišnje' }, dryRun })
  const readUsers = () => game.db.read.selectFrom('users').selectAll().orderBy('user_id').execute()

  test('deletes expired data at once, other data after 2 and 7 years as in the terms, and never the ledger', async () => {
    const team = await foundTeam(game, { size: 2, name: 'Zmajevi' })
    const staff = await signIn(game, 'iva')
    await staff.api.ok('awardPoints', {
      team_id: team.id,
      point_type: 'pobjeda',
      award_id: crypto.randomUUID(),
    })
    const setClosed = (at: number | null) =>
      game.db.write({ kind: 'event' }, (db) => writeSetting(db, 'closed_at', at))
    await setClosed(game.clock.now())
    await staff.api.ko('awardPoints', {
      team_id: team.id,
      point_type: 'kviz',
      award_id: crypto.randomUUID(),
    })
    await setClosed(null)
    await game.client().ok('register', { user_data: newProfile() })
    await organiserLink(game, team.captain.id)
    const report = { token_hash: 'ended', user_id: 'iva', seen_at: game.clock.now(), waiting: 2 }
    await game.db.write({ kind: 'records' }, (tx) =>
      tx.insertInto('booth_devices').values(report).execute(),
    )
    const readReports = () => game.db.read.selectFrom('booth_devices').selectAll().execute()
    const before = await readUsers()

    const printed = await command(game.location, 'purge', '--dry-run', '--json')
    expect(JSON.parse(printed)).toMatchObject({ people: 0, dry_run: true })
    // The command uses the real time, at which nothing has expired.
    const nothing = {
      sessions: 0,
      signInRequests: 0,
      links: 0,
      sms: 0,
      registrations: 0,
      records: 0,
      people: 0,
    }
    expect(await run(0)).toMatchObject(nothing)
    expect(await run(2 * DAY, { dryRun: true })).toMatchObject({ ...nothing, signInRequests: 3 })
    expect(await run(2 * DAY)).toMatchObject({ ...nothing, signInRequests: 3 })
    expect(await readReports()).toEqual([report])
    expect(await run(31 * DAY)).toMatchObject({ ...nothing, sessions: 3, registrations: 1 })
    expect(await readReports()).toEqual([])
    expect(await run(2 * YEAR_MS)).toMatchObject({ ...nothing, links: 1, sms: 3 })
    expect(await readUsers()).toHaveLength(before.length - 1)
    expect((await readUsers()).map((user) => user.mobile)).toContain(team.captain.mobile)

    const people = before.length - 1
    const last = await run(8 * YEAR_MS)
    expect(last.people).toBe(people)
    expect(last.records).toBeGreaterThan(0)
    const text = JSON.stringify(await readUsers())
    for (const trace of [
      team.captain.mobile,
      team.captain.nickname,
      'Anić',
      '@example.hr',
      '+385',
    ]) {
      expect(text).not.toContain(trace)
    }
    expect(await game.db.read.selectFrom('awards').selectAll().execute()).toHaveLength(1)
    expect(await game.db.read.selectFrom('late_entries').selectAll().execute()).toEqual([])
    expect(await run(8 * YEAR_MS)).toMatchObject({ people: 0 })
    const trail = await game.db.read
      .selectFrom('audit')
      .where('what', '=', 'purge')
      .selectAll()
      .orderBy('at')
      .execute()
    expect(trail.at(-1)).toMatchObject({ user_id: null, reason: 'Godišnje' })
  })

  test('run by the server is in the append-only audit trail only if it deleted people or records', async () => {
    const entries = async () =>
      (await game.db.read.selectFrom('audit').selectAll().execute()).length
    const before = await entries()
    await purge(game.db, game.clock.now(), { by: null, dryRun: false })
    expect(await entries()).toBe(before)
    await expect(
      game.db.write({ kind: 'event' }, (tx) => tx.deleteFrom('audit').execute()),
    ).rejects.toThrow(/append-only/)
  })
})

onOneEngine('the command purge', (game) => {
  test('shows what it would delete and asks; an unattended run and --yes delete it', async () => {
    const expire = async () => {
      await signUp(game)
      await game.db.write({ kind: 'accounts' }, (tx) =>
        tx
          .updateTable('sign_in_requests')
          .set({ link_expires_at: Date.now() - DAY })
          .execute(),
      )
    }
    const left = async () =>
      (await game.db.read.selectFrom('sign_in_requests').select('user_id').execute()).length
    const run = (answer: string | null, ...flags: string[]) =>
      runAnswering(answer, game.location, 'purge', ...flags)
    await expire()
    const refused = await run('n')
    expect(refused.notes).toMatch(/^ +1 {2}expired codes and links of SMS$/m)
    expect([refused.result, refused.failure]).toEqual(['', 'Nothing was changed.'])
    expect(await left()).toBe(1)
    expect((await run(null)).result).toMatch(/^ +1 {2}expired codes and links of SMS$/m)
    expect(await left()).toBe(0)
    await expire()
    expect((await run('n', '--yes')).notes).toBe('')
    expect(await left()).toBe(0)
  })
})

const EIGHT_YEARS = 8 * YEAR_MS
const ENDPOINT = 'https://push.example.com/zvjezdanina-adresa'
const NAMED = {
  first_name: 'Zvjezdana',
  last_name: 'Nestalović',
  mobile: '+385977654321',
  email: 'zvjezdana.n@example.hr',
  nickname: 'zvjezdanche',
}
const TRACES = [...Object.values(NAMED), ENDPOINT]

/** Searches a database's file and log for traces of a person. */
function tracesIn(location: DatabaseLocation): string[] {
  if (location.engine === 'postgres') throw new Error('Only SQLite has files to search.')
  const files = [location.file, `${location.file}-wal`].filter((file) => existsSync(file))
  const content = files.map((file) => readFileSync(file, 'latin1')).join('\n')
  return TRACES.filter((trace) => content.includes(Buffer.from(trace).toString('latin1')))
}

describe('data deleted on SQLite are gone from the file and from its log', () => {
  const path = ownFolder()
  let game: TestGame
  let personId: string
  beforeEach(async () => {
    game = await startGame('sqlite')
    // Insert so many people before and after this one that rows and keys have moved between pages.
    await Promise.all(times(20, () => signUp(game)))
    const person = await signUp(game, NAMED)
    personId = person.id
    const keys = { p256dh: VECTOR.publicKey, auth: 'tBHItJI5svbpez7KI4CCXg' }
    await person.api.ok('subscribePush', { subscription: { endpoint: ENDPOINT, keys } })
    await Promise.all(times(20, () => foundTeam(game)))
    await person.api.ok('createTeam', { team_name: 'Tim za brisanje' })
    expect(tracesIn(game.location)).toEqual(TRACES)
  })
  afterEach(async () => await game.close())

  const erase = async () =>
    (await signInOrganiser(game)).api.ok('erasePerson', { user_id: personId, reason: 'Zahtjev' })
  const reset = async () => {
    await game.stop()
    await command(
      game.location,
      'reset',
      '--keep',
      'tags,settings',
      '--backup',
      path('b.backup'),
      '--yes',
    )
  }
  test.each([
    ['a person was erased', erase],
    ['a purge', () => purge(game.db, game.clock.now() + EIGHT_YEARS, { by: null, dryRun: false })],
    ['a reset', reset],
  ])('after %s, while the server runs and once it has stopped', async (_what, erasing) => {
    await erasing()
    expect(tracesIn(game.location)).toEqual([])
    await game.stop()
    expect(tracesIn(game.location)).toEqual([])
  })
})
