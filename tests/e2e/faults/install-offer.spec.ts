import type { Page } from '@playwright/test'
import { returnToApp } from '../support/app-running'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, sendNow, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { expectInMenu, offerInstall, timesAsked } from '../support/install-prompt'

const OFFER = { name: 'Instalirajte GeekQuest' }

/** Returns to the board by in-app navigation, without a page load. */
async function toBoard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Na nadzornu ploču' }).click()
  await expect(page.getByRole('heading', { name: 'Arkadna zona' })).toBeVisible()
}

/** Expects no offer of its own, and one in the menu or none. */
async function expectNoOffer(page: Page, hasItem: boolean): Promise<void> {
  await returnToApp(page)
  await expectInMenu(page, hasItem)
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
  await expectNoOffer(page, true)

  await openTeam(page, team)
  await offerInstall(page)
  await tap(page)
  await expectAttempts(network, 1)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await toBoard(page)
  await expectNoOffer(page, false)

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
  await expectNoOffer(page, true)
})
