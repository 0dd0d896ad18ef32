import { randomUUID } from 'node:crypto'
import type { CallOutput } from '#contract/calls'
import { changeAnswers, isCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { expectUsable } from '../support/phone-and-desktop'
import { foundTeam, openPlace, panel, teamIdOf } from '../support/teams'
import { waitUntilDataIsStored } from '../support/worker'

type TeamRow = CallOutput<'listTeams'>['teams'][number]

function teamRow(place: number, changed: Partial<TeamRow> = {}): TeamRow {
  return {
    team_id: `t${place}`,
    team_name: `Ekipa ${place}`,
    points: 1000 - place,
    rank: place,
    member_count: 3,
    is_full: false,
    ...changed,
  }
}

test('a booth’s award appears in the history and as a cooldown, which puts a booth behind those to collect from, and disappears when it is voided', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Lovci Na Bodove')
  const team_id = await teamIdOf(page)
  const card = page.getByRole('article')
  const history = panel(page, 'Dodjele bodova')
  const news = panel(page, 'Posljednji bodovi')
  const arcade = page.getByRole('group').filter({ hasText: 'Arkadna zona' })
  const win = arcade.getByRole('listitem').filter({ hasText: 'Pobjeda' })
  await expect(news).toContainText('Još nema dodjela. Obiđite štandove i pokažite QR kod.')
  // Without points it shows no rank.
  await expect(card).toContainText('–')
  await openPlace(page, 'Štandovi')
  await expect(arcade).toContainText('Hala A, štand 3')
  await expect(arcade).toContainText(/Dostupno (\d) od \1/)
  await arcade.getByText('Arkadna zona').click()
  await expect(arcade).toContainText('Zlatno doba automata.')
  await expect(win).toContainText('+25 bodova')
  await expect(win).toContainText('Sada dostupno · pauza 15 min')

  const booth = await people.staff('iva')
  const { award } = await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await callAs(await people.staff('lucija'), 'awardPoints', { team_id, point_type: 'odgovor' })
  await page.reload()
  const rows = page.getByRole('group').locator('summary')
  await expect(rows.filter({ hasText: 'Kvizionica' })).toContainText(/za (9|10) minuta/)
  const shown = await rows.allTextContents()
  const last = shown.findLastIndex((row) => row.includes('Dostupno'))
  expect(shown.findIndex((row) => row.includes('Kvizionica'))).toBe(last + 1)
  await expect(arcade).not.toContainText(/Dostupno (\d) od \1/)
  await arcade.getByText('Arkadna zona').click()
  await expect(win).toContainText(/Pauza: još 1[45] minuta/)
  await expect(arcade.getByRole('listitem').filter({ hasText: 'Sudjelovanje' })).toContainText('Sada dostupno')
  await openPlace(page, 'Tim')
  await expect(history.getByRole('heading', { name: 'Danas' })).toBeVisible()
  await expect(history.getByRole('listitem').filter({ hasText: '+25 bodova' })).toContainText('Arkadna zona')
  await openPlace(page, 'Kartica')
  await expect(card).toContainText('40 bodova')
  await expect(news).toContainText('+25 bodova')

  await callAs(booth, 'voidAward', { award_id: award.award_id })
  await page.reload()
  await expect(news.getByText('· Poništeno')).toBeAttached()
  await expect(card).toContainText('15 bodova')
  await openPlace(page, 'Štandovi')
  await expect(arcade).toContainText(/Dostupno (\d) od \1/)
})

test('a long history is grouped by day, goes on while one scrolls, and is kept for offline', async ({ page, people }) => {
  await foundTeam(page, people, 'Duga Povijest')
  const team_id = await teamIdOf(page)
  const staff = await people.staff('iva')
  // 132 awards, 20 minutes apart, are more than one answer holds and last 44 hours.
  const ids = Array.from({ length: 132 }, () => randomUUID())
  const made = ids.map((award_id, index) => ({ award_id, team_id, point_type: 'sudjelovanje', queued_ms: index * 20 * 60_000 }))
  while (made.length > 0) await callAs(staff, 'awardMany', { awards: made.splice(0, 40) })
  await page.goto('/player/tim')
  const history = panel(page, 'Dodjele bodova')
  const rows = history.getByRole('listitem')
  const scrollToEnd = async () => {
    await expect(async () => {
      await rows.last().scrollIntoViewIfNeeded()
      await expect(rows).toHaveCount(132, { timeout: 500 })
    }).toPass()
  }
  await scrollToEnd()
  const days = await history.getByRole('heading', { level: 3 }).allTextContents()
  expect(days.length).toBeGreaterThanOrEqual(2)
  expect(days).toContain('Jučer')
  expect(new Set(days).size).toBe(days.length)
  await expect(history.getByRole('button', { name: 'Starije' })).toHaveCount(0)
  await waitUntilDataIsStored(page, new RegExp(ids.at(-1) ?? ''))
  await page.route(isCall('teamPoints'), (route) => route.abort())
  await page.reload()
  await scrollToEnd()
})

test('the ranking shows all teams, shared ranks, no rank without points, and keeps the own team in sight', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Sredina Tablice')
  const team_id = await teamIdOf(page)
  await changeAnswers(page, 'listTeams', () => ({
    teams: Array.from({ length: 400 }, (_, index) => {
      const place = index + 1
      if (place === 140) return teamRow(place, { team_id, team_name: 'Sredina Tablice' })
      if (place === 400) return teamRow(place, { points: 0 })
      // The second and the third team share a rank.
      return teamRow(place, index === 2 ? { rank: 2, points: 998 } : { member_count: index === 0 ? 1 : 5 })
    }),
  }))
  await page.goto('/player/poredak')
  const rows = page.getByRole('listitem')
  await expect(rows.nth(0)).toHaveText(/^1\.Ekipa 11\sčlan999 ?bodova$/)
  await expect(rows.nth(1)).toHaveText(/^2\.Ekipa 2/)
  await expect(rows.nth(2)).toHaveText(/^2\.Ekipa 3/)
  await expect(rows.nth(3)).toHaveText(/^4\.Ekipa 4/)
  const own = page.getByText('Sredina Tablice')
  await expect(own).toBeInViewport({ ratio: 1 })
  await expectUsable(page)
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded()
    await expect(page.getByText('Ekipa 400')).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(rows.last()).toHaveText(/^–Ekipa 400/)
  // The list has reached the own team's row; its place in sight is the same row while that is far away.
  await expect(own.last()).toBeInViewport({ ratio: 1 })
})
