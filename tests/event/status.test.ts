import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemoEvent } from '#server/event/demo/ensure-demo-event'
import { readStatus } from '#server/event/status'
import { statusText } from '#server/event/status-text'
import { ENGINES } from '../support/databases'
import { gameOn } from '../support/game-on'
import { startGame, type TestGame } from '../support/game-server'
import { applyJson, EVENT } from './event-database'

describe.each(ENGINES)('the status on %s', (engine) => {
  let game: TestGame
  beforeAll(async () => {
    game = await startGame(engine)
  })
  afterAll(() => game.close())

  test('of an empty database says so', async () => {
    const status = await readStatus(game.db.read)
    expect(status).toMatchObject({ event: 'none', players: 0, teams: 0, awards: { award: 0, bonus: 0 }, latestAwardAt: null })
    expect(statusText(status, 'here', 0)).toContain('Latest award  none\n')
  })

  test('of an event has counts and no names', async () => {
    const { db, clock } = game
    await ensureDemoEvent(gameOn(db, { now: clock.now }))
    const refusal = { award_id: 'a', user_id: 'u', vendor_id: null, team_id: 't', point_type: 'p', made_at: 1, refused_at: 1 }
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
    const text = statusText(await readStatus(db.read), 'SQLite file game.db', clock.now())
    expect(text).toBe(
      [
        'Database      SQLite file game.db',
        'Event         the demo event, made up for trying out',
        'Window        no start, no end; now open',
        'Team size     at most 6 members',
        'Players       16 (16 have signed in)',
        'Staff         4 (0 have signed in)',
        'Teams         5, and 0 disbanded',
        'Booths        3',
        'Point types   6',
        'Tags          team 8 (3 claimed, 0 written), vendor 3 (0 written), bonus 3 (0 written)',
        'Awards        20 by booths, 3 bonuses, 0 adjustments; 1 voided',
        'Refusals      COOLDOWN 2, EVENT_CLOSED 1',
        'Latest award  2026-05-09T09:57:00.000Z',
        '',
      ].join('\n'),
    )
  })

  test('shows the event’s window and whether it is open', async () => {
    await applyJson(game.db, { settings: { ...EVENT.settings, ends_at: '2026-05-09T20:00:00+02:00' } })
    const text = statusText(await readStatus(game.db.read), 'here', Date.parse('2026-05-09T18:00:00.001Z'))
    expect(text).toContain('Window        from 2026-05-09T07:00:00.000Z, to 2026-05-09T18:00:00.000Z; now closed\n')
  })
})
