import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { CallOutput } from '#contract/calls'
import { changeAnswers } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { listen } from '../support/listener'
import { nextRefresh } from '../support/pass-time'
import type { People } from '../support/people'

import { expectUsable } from '../support/usable'

test.use({ stream: false })

type Teams = CallOutput<'listTeams'>['teams']

/** A captain's phone with a ranking in which the test can change the own team's rank. */
async function foundClimbers(page: Page, people: People): Promise<{ place: number; team_id: string }> {
  await people.signUp(page, 'kapetan')
  const { team_id } = await callAs(page, 'createTeam', { team_name: `Penjači ${randomUUID().slice(0, 8)}` })
  const table = { place: 4, team_id }
  const team = { rank: 0, member_count: 1, is_full: false }
  await changeAnswers(page, 'listTeams', () => {
    const others: Teams = Array.from({ length: 8 }, (_, index) => ({
      ...team,
      team_id: `t${index}`,
      team_name: `Ekipa ${index + 1}`,
      points: 900 - index * 100,
    }))
    const own = { ...team, team_id, team_name: 'Penjači', points: 950 - (table.place - 1) * 100 }
    const teams = others.toSpliced(table.place - 1, 0, own)
    return { teams: teams.map((each, index) => ({ ...each, rank: index + 1 })) }
  })
  return table
}

test('the own team’s row stands once and stays in sight; a new rank is announced once and politely, unlike a refresh', async ({
  page,
  people,
}) => {
  await page.clock.install()
  const table = await foundClimbers(page, people)
  await page.goto('/player/poredak')
  const own = page.getByText('Penjači')
  await expect(own).toHaveCount(1)
  const phone = page.viewportSize() ?? { width: 412, height: 839 }
  await page.setViewportSize({ width: 412, height: 380 })
  for (const end of [0, 1]) {
    await page.evaluate((share) => window.scrollTo(0, share * document.documentElement.scrollHeight), end)
    await expect(own).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize(phone)

  const rows = page.getByRole('listitem')
  await expect(rows.nth(3)).toHaveText(/^4\.Penjači/)
  const announced = await listen(page)
  for (const _time of [1, 2]) await nextRefresh(page, 'listTeams')
  expect(await announced()).toEqual([])
  table.place = 2
  await nextRefresh(page, 'listTeams')
  await expect(rows.nth(1)).toHaveText(/^2\.Penjači/)
  await expect.poll(announced).toEqual([{ manner: 'polite', text: 'Vaš je tim sada na 2. mjestu.' }])
  await expectUsable(page, 'ranking-climbed')
  table.place = 5
  await nextRefresh(page, 'listTeams')
  await expect.poll(async () => (await announced()).at(-1)?.text).toBe('Vaš je tim sada na 5. mjestu.')
})
