import type { Page } from '@playwright/test'
import { returnToApp } from '../support/app-running'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, give, sendNow, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { expectInMenu, offerInstall, timesAsked } from '../support/install-prompt'

const OFFER = { name: 'Instalirajte GeekQuest' }

/** Returns to the board by in-app navigation, without a page load. */
async function toBoard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Na nadzornu ploču' }).click()
  await expect(page.getByRole('heading', { name: 'Arkadna zona' })).toBeVisible()
}

async function expectNoWayToInstall(page: Page): Promise<void> {
  await returnToApp(page)
  await expectInMenu(page, false)
  await expect(page.getByRole('region', OFFER)).toBeHidden()
}

test('a vendor is offered the install after their first recorded award, not before, never while an award waits, and not again after a response', async ({
  page,
  team,
  network,
}) => {
  const clear = network.inject(faults.cutBefore)
  await openTeam(page, team)
  await offerInstall(page)
  await page.goto('/vendor')
  await offerInstall(page)
  await expect(page.getByRole('heading', { name: 'Arkadna zona' })).toBeVisible()
  await returnToApp(page)
  await expectInMenu(page, true)
  await expect(page.getByRole('region', OFFER)).toBeHidden()

  await openTeam(page, team)
  await offerInstall(page)
  await tap(page)
  await expectAttempts(network, 1)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await toBoard(page)
  await expectNoWayToInstall(page)

  clear()
  await sendNow(page)
  await expect.poll(() => storedAwards(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Naziv tima' }).fill(team.team_name)
  await page
    .getByRole('link', { name: new RegExp(team.team_name) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: team.team_name }).waitFor()
  await expect(page.getByRole('region', OFFER), 'the layout does not shift where points are given').toBeHidden()
  await toBoard(page)
  await page.getByRole('button', { name: 'Instaliraj', exact: true }).click()
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  expect(await timesAsked(page)).toBe(1)
  await offerInstall(page)
  await returnToApp(page)
  await expectInMenu(page, true)
  await expect(page.getByRole('region', OFFER)).toBeHidden()
})

test('a waiting award of another account on the device suppresses the install offer', async ({ page, team, network, people }) => {
  await page.addInitScript(() => localStorage.setItem('geek-install', JSON.stringify({ awarded: true })))
  network.inject(faults.cutBefore)
  await openTeam(page, team)
  await give(page, 'Čeka slanje')
  await people.signIn(page, 'luka')
  await page.goto('/vendor')
  await expect(page.getByRole('button', { name: 'Račun: Luka Babić' })).toBeVisible()
  await offerInstall(page)
  await expectNoWayToInstall(page)
  expect(await storedAwards(page)).toHaveLength(1)
})
