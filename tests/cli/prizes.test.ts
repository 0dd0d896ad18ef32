import { readFileSync, statSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { command } from '../support/command'
import { setEvent } from '../support/event'
import { ownFolder } from '../support/folder'
import { foundTeam, type Team } from '../support/people'
import { onEachEngine } from '../support/use-game'
import { readXlsx } from '../support/xlsx'

onEachEngine('prizes', (game) => {
  const path = ownFolder()
  let teams: Team[]
  beforeAll(async () => {
    await setEvent(game().db, { time_zone: 'Asia/Tokyo' })
    const names = ['Čudaci & <prijatelji>', 'Đavolji đardin', 'Žabe', 'Četvrti', 'Bez bodova', 'Skriveni']
    teams = await Promise.all(names.map((name, index) => foundTeam(game(), { name, size: index === 0 ? 3 : 1 })))
    const points = ['30', '20', '20', '5', '0', '90']
    for (const [index, team] of teams.entries()) {
      if (points[index] !== '0') await adjust(team, points[index] ?? '')
    }
    await game().db.write({ on: 'roster' }, (tx) =>
      tx
        .updateTable('teams')
        .set({ hidden_at: 1_800_000_000_000 })
        .where('team_id', '=', teams[5]?.id ?? '')
        .execute(),
    )
  })

  const adjust = (team: Team, points: string) => command(game().location, 'adjust', team.id, points, '--reason', 'Proba')
  async function run(top: string, name: string): Promise<Record<string, unknown>> {
    const flags = ['--top', top, '--out', path(name), '--yes', '--json', '--reason', 'Dodjela nagrada']
    return JSON.parse(await command(game().location, 'prizes', ...flags)) as Record<string, unknown>
  }

  test('go to all who share the last place, as things stand now, with the names and numbers of everybody', async () => {
    const places = [
      { place: 1, shared: false, team_name: teams[0]?.name, points: 30 },
      { place: 2, shared: true, team_name: teams[1]?.name, points: 20 },
      { place: 2, shared: true, team_name: 'Žabe', points: 20 },
    ]
    expect((await run('2', 'prizes.xlsx')).teams).toEqual(places)
    expect(statSync(path('prizes.xlsx')).mode & 0o777).toBe(0o600)
    const [heading = [], ...rows] = readXlsx(readFileSync(path('prizes.xlsx')))
    expect(heading).toEqual(['place', 'shared', 'team_name', 'points', 'role', 'name', 'mobile'])
    const [first] = teams
    const people = [first?.captain, ...(first?.members ?? [])].map((person, index) => {
      return [1, 'no', first?.name, 30, index === 0 ? 'captain' : 'member', 'Ana Anić', person?.mobile]
    })
    expect(rows.slice(0, 3)).toEqual(people)
    expect(rows.slice(3).map((row) => [row[0], row[1], row[4], String(row[6]).startsWith('+385')])).toEqual([
      [2, 'yes', 'captain', true],
      [2, 'yes', 'captain', true],
    ])
    const trail = await game().db.read.selectFrom('audit').where('what', '=', 'export').select(['about', 'reason']).execute()
    expect(trail).toEqual([{ about: 'prizes', reason: 'Dodjela nagrada' }])
  })

  test('are on a page to print, in Croatian and in the event’s time', async () => {
    await command(game().location, 'freeze')
    await run('9', 'prizes.html')
    const html = readFileSync(path('prizes.html'), 'utf8')
    expect([...html.matchAll(/<p class="place">([^<]+)/g)].map(([, text]) => text)).toEqual([
      '1. mjesto · 30\u00a0bodova',
      '2. mjesto · dijele mjesto · 20\u00a0bodova',
      '2. mjesto · dijele mjesto · 20\u00a0bodova',
      '4. mjesto · 5\u00a0bodova',
    ])
    expect(html).toContain('<h2>Čudaci &amp; &lt;prijatelji&gt;</h2>')
    expect(html).toContain(`<td class="number">${teams[3]?.captain.mobile}</td><td>kapetan</td>`)
    const tokyo = new Date().toLocaleDateString('hr-HR', {
      timeZone: 'Asia/Tokyo',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
    expect(html).toContain(`<p>Stanje ${tokyo} u `)
    expect(html).not.toMatch(/(src|href)=|url\(|<script/)
  })

  test.each(['0', '-1', 'tri', '1001', ''])('for the first %j places are none', async (top) => {
    await expect(run(top, 'x.html')).rejects.toThrow('--top takes a whole number')
  })

  test('are written for print or as a workbook', async () => {
    await expect(run('3', 'prizes.pdf')).rejects.toThrow('--out takes a name that ends in .html to print, or in .xlsx.')
  })
})
