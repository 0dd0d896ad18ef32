import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apply } from '#cli/apply/apply-command'
import { status } from '#cli/status/status-command'
import { command } from '../support/command'
import { createTestDatabase, ENGINES, type TestDatabase } from '../support/databases'
import { insertEvent, setEvent } from '../support/event'
import { startGame, type TestGame } from '../support/game-server'
import { foundTeam } from '../support/people'
import { applyJson, EVENT, faultsOf } from './event-database'

let zone: string | undefined
beforeEach(() => {
  zone = process.env.TZ
})
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe.each(ENGINES)('the time zone of the event on %s', (engine) => {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-zone-'))
  let database: TestDatabase
  let game: TestGame
  beforeAll(async () => {
    database = await createTestDatabase(engine)
    game = await startGame(engine, { database })
    await insertEvent(game.db)
  })
  afterAll(async () => {
    await game.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const path = (name: string) => join(directory, name)
  async function run(command: (output: Parameters<typeof apply>[3]) => Promise<void>): Promise<string> {
    const printed: string[] = []
    // The computer stands elsewhere.
    process.env.TZ = 'Asia/Tokyo'
    await command({ result: (text) => void printed.push(text), note: () => undefined })
    return printed.join('')
  }
  const applyFile = async (settings: object) => {
    writeFileSync(path('event.json'), JSON.stringify({ settings }))
    return await run((output) => apply(database.location, path('event.json'), {}, output))
  }
  const statusNow = () =>
    run((output) => status(database.location, { json: false, watch: false, budget: { all: 1, day: 1 }, output }))

  test('is that of commands and exports, wherever the computer stands: Zagreb, unless the event says another', async () => {
    expect(await applyFile({ starts_at: '2026-05-09T08:00:00Z' })).toContain('starts_at: "2026-05-09T10:00:00+02:00"')
    expect(await statusNow()).toContain('from 2026-05-09T10:00:00+02:00')
    // The changes of a file are told in the zone that it sets.
    const changes = await applyFile({ starts_at: '2026-12-09T08:00:00Z', time_zone: 'America/New_York' })
    expect(changes).toContain('value "2026-05-09T04:00:00-04:00" -> "2026-12-09T03:00:00-05:00"')
    expect(changes).toContain('+ setting time_zone: "America/New_York"')
    expect(await statusNow()).toMatch(/^Time zone {5}America\/New_York$/m)
    await setEvent(game.db, { starts_at: null })
    const team = await foundTeam(game)
    const at = new Date().toISOString()
    await command(database.location, 'award', team.id, 'arkade', 'pobjeda', '--at', at, '--reason', 'Proba')
    await command(database.location, 'export', 'awards', '--out', path('a.csv'))
    expect(readFileSync(path('a.csv'), 'utf8')).toMatch(/;20\d\d-[\d-]+T[\d:.]+-0[45]:00;20\d\d-[\d-]+T[\d:.]+-0[45]:00;/)
  })

  test.each(['Zagreb', '+02:00', '', 7, null])('%j is none', async (time_zone) => {
    const shown = JSON.stringify(time_zone)
    expect(await faultsOf(() => applyJson(game.db, { settings: { ...EVENT.settings, time_zone } }))).toEqual([
      `settings.time_zone: ${shown} must be the name of a time zone, such as "Europe/Zagreb"`,
    ])
  })
})
