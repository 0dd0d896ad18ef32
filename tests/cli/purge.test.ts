import { beforeAll, expect, test } from 'vitest'
import { writeClosedAt } from '#server/db/queries/settings'
import { purge } from '#server/retention'
import { command } from '../support/command'
import { foundTeam, newProfile, organiserLink, signInStaff } from '../support/people'
import { onOneEngine } from '../support/use-game'

const DAY_MS = 24 * 3_600_000
const YEAR_MS = 366 * DAY_MS

onOneEngine('a purge', (game) => {
  beforeAll(async () => {
    const entered = { created_at: game().clock.now() }
    await game().db.write({ on: 'accounts' }, (tx) => tx.updateTable('users').set(entered).execute())
  })

  const run = (after: number, { dryRun = false } = {}) =>
    purge(game().db, game().clock.now() + after, { by: { userId: null, reason: 'Godišnje' }, dryRun })
  const usersOf = () => game().db.read.selectFrom('users').selectAll().orderBy('user_id').execute()

  test('by a command prints what went for scripts', async () => {
    const printed = await command(game().location, 'purge', '--dry-run', '--json')
    expect(JSON.parse(printed)).toMatchObject({ people: 0, dry_run: true })
  })

  test('deletes what has expired, then what the terms allow for 2 and for 7 years, and never the ledger', async () => {
    const team = await foundTeam(game(), { size: 2, name: 'Zmajevi' })
    const staff = await signInStaff(game(), 'iva')
    await staff.api.ok('awardPoints', { team_id: team.id, point_type: 'pobjeda', award_id: crypto.randomUUID() })
    const setClosed = (at: number | null) => game().db.write({ on: 'event' }, (db) => writeClosedAt(db, at))
    await setClosed(game().clock.now())
    await staff.api.ko('awardPoints', { team_id: team.id, point_type: 'kviz', award_id: crypto.randomUUID() })
    await setClosed(null)
    await game().client().ok('register', { user_data: newProfile() })
    await organiserLink(game(), team.captain.id)
    const before = await usersOf()

    // Today nothing has expired.
    const today = { sessions: 0, signInRequests: 0, links: 0, sms: 0, registrations: 0, records: 0, people: 0 }
    expect(await run(0)).toMatchObject(today)
    expect(await run(2 * DAY_MS, { dryRun: true })).toMatchObject({ ...today, signInRequests: 3 })
    expect(await run(2 * DAY_MS)).toMatchObject({ ...today, signInRequests: 3 })
    expect(await run(31 * DAY_MS)).toMatchObject({ ...today, sessions: 3, registrations: 1 })
    expect(await run(2 * YEAR_MS)).toMatchObject({ ...today, links: 1, sms: 3 })
    expect(await usersOf()).toHaveLength(before.length - 1)
    expect((await usersOf()).map((user) => user.mobile)).toContain(team.captain.mobile)

    const people = before.length - 1
    const last = await run(8 * YEAR_MS)
    expect(last.people).toBe(people)
    expect(last.records).toBeGreaterThan(0)
    const text = JSON.stringify(await usersOf())
    for (const trace of [team.captain.mobile, team.captain.nickname, 'Anić', '@example.hr', '+385']) {
      expect(text).not.toContain(trace)
    }
    expect(await game().db.read.selectFrom('awards').selectAll().execute()).toHaveLength(1)
    expect(await game().db.read.selectFrom('late_entries').selectAll().execute()).toEqual([])
    expect(await run(8 * YEAR_MS)).toMatchObject({ people: 0 })
    const trail = await game().db.read.selectFrom('audit').where('what', '=', 'purge').selectAll().orderBy('at').execute()
    expect(trail.at(-1)).toMatchObject({ user_id: null, reason: 'Godišnje' })
  })

  test('by the server itself is told in the audit trail only where it touched people or records', async () => {
    const entries = async () => (await game().db.read.selectFrom('audit').selectAll().execute()).length
    const before = await entries()
    await purge(game().db, game().clock.now(), { by: null, dryRun: false })
    expect(await entries()).toBe(before)
    await expect(game().db.write({ on: 'event' }, (tx) => tx.deleteFrom('audit').execute())).rejects.toThrow(/append-only/)
  })
})
