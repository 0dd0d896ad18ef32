import { describe, expect, test, vi } from 'vitest'
import { byCommandLine, recordCommand } from '#cli/command'
import { readStatus, status, statusText } from '#cli/status'
import { freeze } from '#server/corrections/results'
import { writeClosedAt } from '#server/db/queries/settings'
import { ensureDemoEvent } from '#server/demo/ensure-demo-event'
import { localTime } from '#server/time'
import { atTheBooth } from '../support/booth'
import { QUIET } from '../support/command'
import { urlOf } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { gameOn } from '../support/game-on'
import { onOneEngine, useGame } from '../support/use-game'
import { ANA, applyJson, EVENT } from './event-database'

const SIZE = { size: 1_500_000, wal: 200_000 }

describe('the status', () => {
  const game = useGame(engineUnderTest(), {}, async () => undefined)

  test('of an event has counts and no names', async () => {
    const { db, clock } = game()
    await ensureDemoEvent(gameOn(db, { now: clock.now }))
    const refusal = {
      award_id: 'a',
      user_id: 'u',
      vendor_id: null,
      team_id: 't',
      point_type: 'p',
      made_at: clock.now(),
      refused_at: clock.now(),
    }
    await db.write({ on: 'event' }, (writer) =>
      writer
        .insertInto('refusals')
        .values([
          { ...refusal, refusal_id: '1', code: 'COOLDOWN' },
          { ...refusal, refusal_id: '2', code: 'EVENT_CLOSED' },
          { ...refusal, refusal_id: '3', code: 'COOLDOWN', award_id: 'b' },
        ])
        .execute(),
    )
    const text = statusText({ ...(await readStatus(db.read)), ...SIZE }, 'SQLite file game().db', clock.now())
    expect(text).toBe(
      [
        'Database      SQLite file game().db',
        'Size          1.5 MB, and 0.2 MB of WAL',
        'Last backup   none',
        'Event         the demo event, made up for trying out',
        'Window        no start, no end; now open',
        'Time zone     Europe/Zagreb',
        'Team size     at most 6 members',
        'Players       16 (16 have signed in)',
        'Staff         4 (0 have signed in)',
        'Teams         5, and 0 disbanded',
        'Booths        3',
        'Point types   6',
        'Tags          team 8 (3 claimed, 0 written), vendor 3 (0 written), bonus 3 (0 written)',
        'Awards        20 by booths, 3 bonuses, 0 adjustments; 1 voided',
        'Ranking       live',
        'Results       open, 0 late entries not accepted',
        'Refusals      COOLDOWN 2, EVENT_CLOSED 1',
        `Latest award  ${localTime(Date.parse('2026-05-09T09:57:00Z'))}`,
        '',
      ].join('\n'),
    )
  })

  test('counts an organiser neither among players nor among staff', async () => {
    const before = await readStatus(game().db.read)
    await applyJson(game().db, { organisers: [{ ...ANA, nickname: 'ana.b' }] })
    const { players, staff } = await readStatus(game().db.read)
    expect([players, staff]).toEqual([before.players, before.staff])
  })

  test('rule 17: says since when results are closed and how many late entries wait', async () => {
    const { db, clock } = game()
    await db.write({ on: 'event' }, (tx) => writeClosedAt(tx, clock.now()))
    const status = await readStatus(db.read)
    await db.write({ on: 'event' }, (tx) => writeClosedAt(tx, null))
    const line = `Results       closed since ${localTime(clock.now())}, 2 late entries`
    expect(statusText({ ...status, ...SIZE, late: 2 }, 'here', clock.now())).toContain(line)
  })

  test('shows the event’s window and whether it is open', async () => {
    await applyJson(game().db, { settings: { ...EVENT.settings, ends_at: '2026-05-09T20:00:00+02:00' } })
    const text = statusText({ ...(await readStatus(game().db.read)), ...SIZE }, 'here', Date.parse('2026-05-09T18:00:00.001Z'))
    const [from, to] = ['2026-05-09T07:00:00Z', '2026-05-09T18:00:00Z'].map((time) => localTime(Date.parse(time)))
    expect(text).toContain(`Window        from ${from}, to ${to}; now closed\n`)
  })
})

onOneEngine('the status of the day', (game) => {
  test('has booths with awards, refusals and what waits, and SMS with their budget; --watch reads again until it is ended', async () => {
    const { staff, award } = await atTheBooth(game())
    await staff.api.ok('awardPoints', award())
    await staff.api.ko('awardPoints', award())
    await game().db.write({ on: 'records' }, async (tx) => {
      const session = await tx.selectFrom('sessions').where('user_id', '=', 'iva').select('token_hash').executeTakeFirstOrThrow()
      await tx.deleteFrom('booth_devices').execute()
      await tx
        .insertInto('booth_devices')
        .values({ ...session, user_id: 'iva', seen_at: Date.now() - 30_000, waiting: 4 })
        .execute()
    })
    // The command reads by the computer's clock, the game plays at the test's.
    await game().db.write({ on: 'event' }, (tx) => tx.updateTable('refusals').set({ refused_at: Date.now() }).execute())
    const printed: string[] = []
    const ended = new AbortController()
    vi.stubEnv('DATABASE_URL', urlOf(game().location))
    vi.stubEnv('SMS_BUDGET', '100')
    vi.stubEnv('SMS_BUDGET_DAY', '50')
    function result(text: string): void {
      printed.push(text)
      if (printed.length === 4) ended.abort()
    }
    const run = (own: { json?: boolean; watch?: boolean } = {}) =>
      status({ json: false, watch: false, ...own }, { ...QUIET, result }, 1, ended.signal)
    await run()
    expect(printed[0]).toMatch(/^SMS {11}1 sent, 0 failed; budget used: 1 of 100, \d of 50 in 24 hours$/m)
    expect(printed[0]).toMatch(/^Arkadna zona \(arkade\) +3\d s ago +\d +1 +4$/m)
    expect(printed[0]).toMatch(/^Kviz kutak \(kutak\) +never +0 +0 +\?$/m)
    await recordCommand(game().db, byCommandLine(undefined), { what: 'backup' })
    await freeze({ db: game().db, now: Date.now }, byCommandLine(undefined))
    await run({ json: true })
    const told = JSON.parse(printed[1] ?? '')
    // The log of PostgreSQL is that of all its databases.
    expect(told.wal).toSatisfy((wal: unknown) => (game().db.engine === 'postgres' ? wal === null : Number(wal) >= 0))
    expect(told).toMatchObject({
      size: expect.toSatisfy((size: number) => size > 100_000),
      lastBackupAt: expect.any(Number),
      frozenAt: expect.any(Number),
      teams: 1,
      booths: [
        { vendor_id: 'arkade', waiting: 4, refused_last_hour: 1 },
        { vendor_id: 'kutak', waiting: null },
      ],
      sms: { sent: 1, failed: 0, budget: 100 },
    })
    await run({ watch: true })
    expect(printed).toHaveLength(4)
    expect(printed[3]).toMatch(/^Size {10}\d+\.\d MB.*^Last backup {3}20.*^Ranking {7}frozen since 20/ms)
  })
})
