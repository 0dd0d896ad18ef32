import type { Page } from '@playwright/test'
import { returnToApp } from '../support/app-running'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { give, storedAwards } from '../support/booth-screen'
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

test('a vendor is offered the install on the board alone, never while an award waits, not even one of another account, and not again after a response', async ({
  page,
  team,
  network,
  people,
}) => {
  const clear = network.inject(faults.cutBefore)
  await openTeam(page, team)
  await offerInstall(page)
  await expect(page.getByRole('region', OFFER), 'nothing stands where points are given').toBeHidden()
  await give(page, 'Čeka slanje')
  await toBoard(page)
  await expectNoOffer(page, false)
  await people.signIn(page, 'luka')
  await page.goto('/vendor')
  await expect(page.getByRole('button', { name: 'Račun: Luka Babić' })).toBeVisible()
  await offerInstall(page)
  await expectNoOffer(page, false)
  expect(await storedAwards(page)).toHaveLength(1)

  clear()
  await people.signIn(page, 'iva')
  await page.goto('/vendor')
  await expect.poll(() => storedAwards(page)).toEqual([])
  await offerInstall(page)
  await page.getByRole('button', { name: 'Instaliraj', exact: true }).click()
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  expect(await timesAsked(page)).toBe(1)
  await offerInstall(page)
  await expectNoOffer(page, true)
})
