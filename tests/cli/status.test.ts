import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { byCommandLine } from '#cli/command'
import { recordCommand } from '#cli/event-database'
import { closeResults, freeze } from '#server/calls/corrections/results'
import { beginSmsTrouble } from '#server/db/queries/sms-messages'
import { parseInstant } from '#server/event-file/schema'
import { fileTime, localTime, setTimeZone } from '#server/time'
import { atTheBooth } from '../support/booth'
import { command } from '../support/command'
import { setEvent } from '../support/event'
import { ownFolder } from '../support/folder'
import { onOneEngine } from '../support/use-game'

onOneEngine('the status', (game) => {
  test('shows booths with awards, refusals and waiting awards, SMS and their budget, the results, and the database', async () => {
    const { staff, award, give } = await atTheBooth(game)
    await give()
    await staff.api.ko('awardPoints', award())
    await game.db.write({ kind: 'records' }, async (tx) => {
      const session = await tx
        .selectFrom('sessions')
        .where('user_id', '=', 'iva')
        .select('token_hash')
        .executeTakeFirstOrThrow()
      await tx.deleteFrom('booth_devices').execute()
      await tx
        .insertInto('booth_devices')
        .values({ ...session, user_id: 'iva', seen_at: Date.now() - 30_000, waiting: 4 })
        .execute()
    })
    // The command uses the real clock, but the game uses the test's.
    await game.db.write({ kind: 'event' }, (tx) =>
      tx.updateTable('refusals').set({ refused_at: Date.now() }).execute(),
    )
    vi.stubEnv('SMS_BUDGET', '100')
    vi.stubEnv('SMS_BUDGET_DAY', '50')
    const text = await command(game.location, 'status')
    expect(text).toMatch(/^Version {7}development$/m)
    expect(text).toMatch(/^Window {8}no start, no end; now open$/m)
    expect(text).toMatch(/^Ranking {7}live\nResults {7}open, 0 late entries undecided$/m)
    expect(text).toMatch(/^SMS {11}1 sent, 0 failed; budget used: 1 of 100, \d of 50 in 24 hours$/m)
    expect(text).toMatch(/^Arkadna zona \(arkade\) +3\d s ago +\d +1 +4$/m)
    expect(text).toMatch(/^Kviz kutak \(kutak\) +never +0 +0 +\?$/m)
    await recordCommand(game.db, byCommandLine(undefined), { what: 'backup' })
    const context = { game: { db: game.db, now: Date.now }, by: byCommandLine(undefined) }
    await freeze({}, context)
    await closeResults({}, context)
    const status = JSON.parse(await command(game.location, 'status', '--json'))
    // On PostgreSQL no size is shown, because one log serves all databases.
    expect(status.wal).toSatisfy((wal: unknown) =>
      game.db.engine === 'postgres' ? wal === null : Number(wal) >= 0,
    )
    expect(status).toMatchObject({
      size: expect.toSatisfy((size: number) => size > 100_000),
      lastBackupAt: expect.any(Number),
      frozenAt: expect.any(Number),
      closedAt: expect.any(Number),
      booths: [
        { vendor_id: 'arkade', waiting: 4, refused_last_hour: 1 },
        { vendor_id: 'kutak', waiting: null },
      ],
      sms: { sent: 1, failed: 0, budget: 100 },
    })
    const later = await command(game.location, 'status')
    expect(later).not.toContain('provider')
    await game.db.write({ kind: 'records' }, (tx) =>
      beginSmsTrouble(tx, 'HTTP 401: Invalid login details'),
    )
    // Fault 91: the status must show why the provider refuses all messages.
    const refused = await command(game.location, 'status')
    expect(refused).toMatch(
      /^The SMS provider refuses all messages: HTTP 401: Invalid login details$/m,
    )
    expect(later).toMatch(
      /^Size {10}\d+\.\d MB.*^Last backup {3}20.*^Ranking {7}frozen since 20.*^Results {7}closed since 20/ms,
    )
  })
})

// Restore TZ, which `setTimeZone` sets.
beforeEach(() => void vi.stubEnv('TZ', process.env.TZ))
afterEach(() => void vi.unstubAllEnvs())

onOneEngine('the time zone of the event', (game) => {
  const path = ownFolder()

  async function run(...args: string[]): Promise<string> {
    // The computer is in another time zone.
    process.env.TZ = 'Asia/Tokyo'
    return await command(game.location, ...args)
  }
  const applyFile = async (settings: object) => {
    writeFileSync(path('event.json'), JSON.stringify({ settings }))
    return await run('apply', path('event.json'))
  }
  const statusNow = () => run('status')

  test('is used by commands and exports wherever the computer is: Zagreb, unless the event sets another', async () => {
    expect(await applyFile({ starts_at: '2026-05-09T08:00:00Z' })).toContain(
      'starts_at: null -> "2026-05-09T10:00:00+02:00"',
    )
    expect(await statusNow()).toContain('from 2026-05-09T10:00:00+02:00')
    // The changes of a file are printed in the zone that it sets.
    const changes = await applyFile({
      starts_at: '2026-12-09T08:00:00Z',
      time_zone: 'America/New_York',
    })
    expect(changes).toContain(
      'starts_at: "2026-05-09T04:00:00-04:00" -> "2026-12-09T03:00:00-05:00"',
    )
    expect(changes).toContain('~ settings.time_zone: "Europe/Zagreb" -> "America/New_York"')
    expect(await statusNow()).toContain('from 2026-12-09T03:00:00-05:00')
    await setEvent(game.db, { starts_at: null })
  })
})

test.each([
  ['Europe/Zagreb', '2026-10-25T02:30:00+02:00'],
  ['Europe/Zagreb', '2026-10-25T02:30:00+01:00'],
  ['UTC', '2026-05-09T23:59:59+00:00'],
  ['America/St_Johns', '2026-01-01T00:00:00-03:30'],
])(
  'a time is printed with its zone’s offset, and event.json accepts the printed time: %s %s',
  (name, text) => {
    setTimeZone(name)
    const at = parseInstant(text) ?? 0
    expect([localTime(at), fileTime(at)]).toEqual([text, text.slice(0, 19).replaceAll(':', '-')])
  },
)
