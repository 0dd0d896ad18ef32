import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { CallOutput } from '#contract/calls'
import { changeAnswers } from '../support/answers'
import { callAs } from '../support/call-as'
import { holdTimers } from '../support/held-timers'
import { expect, test } from '../support/journey'
import { listen } from '../support/listener'
import { nextRefresh } from '../support/pass-time'
import type { People } from '../support/people'
import { foundTeam, openScreen } from '../support/teams'
import { expectGoodOnPhoneAndDesktop, expectUsable, SMALLEST_PHONE } from '../support/usable'
import { waitUntilDataIsStored } from '../support/worker'

test.use({ stream: false })

type Teams = CallOutput<'listTeams'>['teams']

/**
 * Signs up a captain and answers `listTeams` with a ranking in which the test can change the team's
 * place. In the last place, 9, the team has no points.
 */
async function stubRanking(
  page: Page,
  people: People,
): Promise<{ place: number; team_id: string }> {
  await people.signUp(page, 'kapetan')
  const { team_id } = await callAs(page, 'createTeam', {
    team_name: `Penjači ${randomUUID().slice(0, 8)}`,
  })
  const ranking = { place: 4, team_id }
  const team = { rank: 0, member_count: 1, is_full: false }
  await changeAnswers(page, 'listTeams', () => {
    const others: Teams = Array.from({ length: 8 }, (_, index) => ({
      ...team,
      team_id: `t${index}`,
      team_name: `Ekipa ${index + 1}`,
      points: 900 - index * 100,
    }))
    const points = ranking.place === 9 ? 0 : 950 - (ranking.place - 1) * 100
    const own = { ...team, team_id, team_name: 'Penjači', points }
    const teams = others.toSpliced(ranking.place - 1, 0, own)
    return { teams: teams.map((each, index) => ({ ...each, rank: index + 1 })) }
  })
  return ranking
}

test('the own team’s row stays in sight, and a new rank is announced once and politely', async ({
  page,
  people,
}) => {
  await page.clock.install()
  const ranking = await stubRanking(page, people)
  await page.goto('/player/poredak')
  const own = page.getByText('Penjači')
  await expect(own).toHaveCount(1)
  const phone = page.viewportSize() ?? { width: 412, height: 839 }
  await page.setViewportSize({ width: 412, height: 380 })
  for (const end of [0, 1]) {
    await page.evaluate(
      (share) => window.scrollTo(0, share * document.documentElement.scrollHeight),
      end,
    )
    await expect(own).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize(phone)

  const rows = page.getByRole('listitem')
  await expect(rows.nth(3)).toHaveText(/^4\.Penjači/)
  const announced = await listen(page)
  for (const _time of [1, 2]) await nextRefresh(page, 'listTeams')
  expect(await announced()).toEqual([])
  ranking.place = 2
  await nextRefresh(page, 'listTeams')
  await expect(rows.nth(1)).toHaveText(/^2\.Penjači/)
  await expect
    .poll(announced)
    .toEqual([{ manner: 'polite', text: 'Vaš je tim sada na 2.\u00a0mjestu.' }])
  await expectUsable(page, 'ranking-climbed')
  ranking.place = 5
  await nextRefresh(page, 'listTeams')
  await expect
    .poll(async () => (await announced()).at(-1)?.text)
    .toBe('Vaš je tim sada na 5.\u00a0mjestu.')
  const spoken = (await announced()).length
  ranking.place = 9
  await nextRefresh(page, 'listTeams')
  await expect(rows.nth(8), 'without points it has no rank').toHaveText(/^–Penjači/)
  expect((await announced()).slice(spoken)).toEqual([])
})

test('rule 16: a freeze says when the place was frozen, and how many points wait for the reveal', async ({
  page,
  people,
}) => {
  // Hold the timers that end an announcement, so that the test ends it, and those of refreshes,
  // which would announce the award before the card is opened again.
  await holdTimers(page, 2_000, 15_000)
  await foundTeam(page, people, 'Zamrznuti')
  // Until then the device announces nothing, because it does not know which points are new.
  await waitUntilDataIsStored(page, /awardIds/)
  const { user } = await callAs(page, 'currentUser', {})
  const team_id = user.team?.team_id ?? ''
  const booth = await people.staff('iva')
  const organiser = await people.staff('ana')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await callAs(organiser, 'freeze', {})
  const adjustment = { team_id, points: 40, reason: 'Finale', adjustment_id: crypto.randomUUID() }
  await callAs(organiser, 'adjustPoints', adjustment)
  await page.goto('/player')
  const frozen = page.locator('[data-frozen]')
  await expect(frozen).toHaveText(
    /^Zamrznuto u \d\d:\d\d · otkriva se na proglašenju · Vaših 40\sčeka otkrivanje$/,
  )
  const announcement = page.locator('[data-moment]')
  await announcement.click()
  await expect(announcement).toHaveCount(0)
  const phone = page.viewportSize() ?? { width: 412, height: 839 }
  await page.setViewportSize(SMALLEST_PHONE)
  const [code, bar] = [page.getByRole('img', { name: /^QR/ }), page.locator('[data-bottom-bar]')]
  for (const one of [code, bar]) await expect(one).toBeInViewport()
  const bottom = await code.evaluate((image) => image.getBoundingClientRect().bottom)
  const barTop = await bar.evaluate((element) => element.getBoundingClientRect().top)
  expect(bottom, 'the code stays above the bar').toBeLessThanOrEqual(barTop)
  await page.setViewportSize(phone)
  await expectGoodOnPhoneAndDesktop(page, 'card-frozen')
  await openScreen(page, 'Poredak')
  await expect(frozen).toHaveText(/^Zamrznuto u \d\d:\d\d · otkriva se na proglašenju$/)
  await expectGoodOnPhoneAndDesktop(page, 'ranking-frozen')
  const row = page.getByRole('listitem').filter({ hasText: 'Zamrznuti' })
  await expect(row).toHaveText(/^\d+\.Zamrznuti/)
  await changeAnswers(page, 'teamPoints', (now) => ({ ...now, shown_points: 0 }))
  await page.reload()
  await expect(row, 'without points at the freeze it has no rank').toHaveText(/^–Zamrznuti/)
  await openScreen(page, 'Kartica')
  await expect(page.getByRole('article').getByText('Bez plasmana')).toBeAttached()
  await openScreen(page, 'Poredak')
  await callAs(organiser, 'reveal', {})
  await page.reload()
  await expect(row).toBeVisible()
  await expect(frozen).toHaveCount(0)
})
