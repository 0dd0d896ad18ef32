import { readFileSync, statSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { TableName } from '#contract/organiser-entities'
import { EARLIEST_MS } from '#rules/kept-time'
import { openDatabase } from '#server/db/open'
import { atTheBooth } from '../support/booth'
import { runCommand } from '../support/command'
import { ownFolder } from '../support/folder'
import { foundTeam } from '../support/people'
import { onEachEngine } from '../support/use-game'
import { readXlsx } from '../support/xlsx'

onEachEngine('an export', (game) => {
  const path = ownFolder()
  beforeAll(async () => {
    const { staff, award, team } = await atTheBooth(game())
    await staff.api.ok('awardPoints', award())
    await staff.api.ko('awardPoints', award())
    const db = await openDatabase(game().location)
    await db.write({ on: 'roster' }, (tx) =>
      tx.updateTable('teams').set({ team_name: '=zli, "tim";=1+1' }).where('team_id', '=', team.id).execute(),
    )
    await db.close()
  })

  const tryExport = (file: string, what: TableName, ...flags: string[]) =>
    runCommand(game().location, 'export', what, '--out', path(file), ...flags)
  const exportTo = async (file: string, what: TableName, ...flags: string[]) => {
    expect((await tryExport(file, what, '--yes', ...flags)).failure).toBeNull()
    return path(file)
  }
  async function run(what: TableName) {
    const out = await exportTo(`${what}.csv`, what)
    return { out, lines: readFileSync(out, 'utf8').split('\r\n') }
  }

  test('has the byte order mark, a row an entry and harmless cells, for the organiser alone', async () => {
    const { out, lines } = await run('awards')
    expect(lines[0]).toMatch(/^\uFEFFaward_id;kind;team_id;team_name;/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`;"'=zli, ""tim"";'=1+1";arkade;Arkadna zona;pobjeda;Pobjeda;25;2026-05-09T`)
    expect(statSync(out).mode & 0o777).toBe(0o600)
    expect((await tryExport('awards.csv', 'awards')).failure).toBe('Nothing was changed.')
  })

  test('takes a comma as separator, and nothing but a comma and a semicolon', async () => {
    const text = readFileSync(await exportTo('comma.csv', 'awards', '--separator', ','), 'utf8')
    expect(text).toContain(`,"'=zli, ""tim"";'=1+1",arkade,Arkadna zona,pobjeda,`)
    expect((await tryExport('none.csv', 'awards', '--separator', '|')).failure).toMatch(/^--separator takes/)
  })

  test('to a workbook has texts as texts, numbers as numbers, and is for the organiser alone', async () => {
    const out = await exportTo('awards.xlsx', 'awards')
    const [heading = [], row = []] = readXlsx(readFileSync(out))
    const cells = Object.fromEntries(heading.map((column, index) => [column, row[index]]))
    expect(cells).toMatchObject({ team_name: '=zli, "tim";=1+1', points: 25, label: 'Pobjeda' })
    expect(statSync(out).mode & 0o777).toBe(0o600)
    const people = readXlsx(readFileSync(await exportTo('players.xlsx', 'players')))
    expect(people[1]?.[5]).toMatch(/^\+385\d+$/)
  })

  test('covers teams, players, refusals, the ranking and the audit trail', async () => {
    expect((await run('teams')).lines).toHaveLength(3)
    expect((await run('players')).lines[1]).toContain(';tel:+385')
    expect((await run('refusals')).lines[1]).toContain(';COOLDOWN;arkade;')
    expect((await run('ranking')).lines).toEqual([
      '\uFEFFplace;team_id;team_name;points;member_count',
      expect.stringMatching(/^1;\w+;"'=zli, ""tim"";'=1\+1";25;1$/),
      '',
    ])
    const { lines } = await run('audit')
    expect(lines[0]).toBe('\uFEFFentry_id;at;who;what;about;person;award_id;reason')
    // What was exported before.
    expect(lines.at(-2)).toContain(';export;ranking;')
  })

  test('of the teams is sorted by place, with the names and numbers of the members, the captain first; those without a place come last', async () => {
    const gone = await foundTeam(game(), { name: 'Raspušteni' })
    await gone.captain.api.ok('disbandTeam', { team_name: gone.name })
    const hidden = await foundTeam(game(), { name: 'Sakriveni' })
    const { captain, members } = await foundTeam(game(), { name: 'Druga dva', size: 2 })
    await game().db.write({ on: 'roster' }, (tx) =>
      tx.updateTable('teams').set({ hidden_at: EARLIEST_MS }).where('team_id', '=', hidden.id).execute(),
    )
    const [heading = [], ...rows] = readXlsx(readFileSync(await exportTo('teams.xlsx', 'teams')))
    const column = (name: string) => rows.map((row) => row[heading.indexOf(name)])
    expect(column('team_name')).toEqual(['=zli, "tim";=1+1', 'Druga dva', 'Sakriveni', 'Raspušteni'])
    expect(column('place')).toEqual([1, 2, null, null])
    expect(column('member_count')).toEqual([1, 2, 1, 0])
    const people = await game().db.read.selectFrom('users').selectAll().execute()
    const shown = [captain, ...members].map(({ id, mobile }) => {
      const person = people.find(({ user_id }) => user_id === id)
      return `${person?.first_name} ${person?.last_name} ${mobile}`
    })
    expect(column('members')[1]).toBe(shown.join(' · '))
  })
})
