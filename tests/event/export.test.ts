import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open'
import { exportTable } from '#server/event/export/register'
import { harmlessCell } from '#server/event/export/sheet-cell'
import type { ExportName } from '#server/event/export/tables'
import { Failure } from '#server/failure'
import { atTheBooth } from '../support/booth'
import { createTestDatabase, ENGINES, type TestDatabase } from '../support/databases'
import { insertEvent } from '../support/event'
import { startGame, type TestGame } from '../support/game-server'

test.each(['=1+1', '+385', '-1', '@sum', '\tx'])('the cell %j cannot run in a spreadsheet', (text) => {
  expect(harmlessCell(text)).toBe(`'${text}`)
})

test('numbers and other texts stay as they are', () => {
  expect([-5, 'a=b', '', null].map(harmlessCell)).toEqual(['-5', 'a=b', '', ''])
})

describe.each(ENGINES)('an export on %s', (engine) => {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-export-'))
  let database: TestDatabase
  let game: TestGame
  beforeAll(async () => {
    database = await createTestDatabase(engine)
    game = await startGame(engine, { database })
    await insertEvent(game.db)
    const { staff, award, team } = await atTheBooth(game)
    await staff.api.ok('awardPoints', award())
    await staff.api.ko('awardPoints', award())
    const db = await openDatabase(database.location)
    await db.write({ on: 'roster' }, (tx) =>
      tx.updateTable('teams').set({ team_name: '=zli, "tim"' }).where('team_id', '=', team.id).execute(),
    )
    await db.close()
  })
  afterAll(async () => {
    await game.close()
    rmSync(directory, { recursive: true, force: true })
  })

  async function run(what: ExportName, yes = true) {
    const out = join(directory, `${what}.csv`)
    const output = { result: () => undefined, note: () => undefined }
    await exportTable(database.location, what, { out, yes, json: false, output, answer: async () => 'n' })
    return { out, lines: readFileSync(out, 'utf8').split('\r\n') }
  }

  test('has the byte order mark, a row an entry and harmless cells, for the organiser alone', async () => {
    const { out, lines } = await run('awards')
    expect(lines[0]).toMatch(/^\uFEFFaward_id,kind,team_id,team_name,/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`,"'=zli, ""tim""",arkade,Arkadna zona,pobjeda,Pobjeda,25,2026-05-09T`)
    expect(statSync(out).mode & 0o777).toBe(0o600)
    await expect(run('awards', false)).rejects.toEqual(new Failure('Nothing was changed.'))
  })

  test('covers teams, players, refusals and the audit trail', async () => {
    expect((await run('teams')).lines).toHaveLength(3)
    expect((await run('players')).lines[1]).toContain(`,'+385`)
    expect((await run('refusals')).lines[1]).toContain(',COOLDOWN,arkade,')
    const { lines } = await run('audit')
    expect(lines[0]).toBe('\uFEFFentry_id,at,who,what,about,person,award_id,reason')
    // What was exported before.
    expect(lines.at(-2)).toContain(',export,refusals,')
  })
})
