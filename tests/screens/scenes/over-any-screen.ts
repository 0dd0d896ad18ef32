import type { Page } from '@playwright/test'
import { callAs } from '../../e2e/support/call-as'
import { faults } from '../../e2e/support/faults'
import { waitUntilAppIsCached } from '../../e2e/support/worker'
import { sendMessages } from '../messages'
import { type Scene, scene } from '../scene'

async function openMenu(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: /^Račun/ }).click()
  await page.getByRole('menu').waitFor()
}

/** Overlays that can appear on any screen. */
export const overAnyScreenScenes: readonly Scene[] = [
  scene('menu-player', 'player', async ({ page }) => {
    await callAs(page, 'createTeam', { team_name: 'Zlatni rez' })
    await openMenu(page, '/player')
  }),
  scene('menu-staff', 'staff', async ({ page }) => await openMenu(page, '/vendor')),
  scene('profile', 'player', async ({ page }) => {
    await openMenu(page, '/player')
    await page.getByRole('menuitem', { name: 'Moji podaci' }).click()
    await page.getByText('Ovaj uređaj', { exact: true }).waitFor()
  }),
  scene('messages', 'staff', async (stage) => {
    await sendMessages(stage.page)
    await openMenu(stage.page, '/vendor')
    await stage.page.getByRole('menuitem', { name: 'Poruke organizatora' }).click()
    await stage.page.getByRole('dialog').getByText('Ručak je do 13 h').first().waitFor()
  }),
  scene('update-offer', 'player', async ({ page, network }) => {
    await callAs(page, 'createTeam', { team_name: 'Nova verzija' })
    await page.goto('/player')
    await waitUntilAppIsCached(page)
    const newer = faults.changed((worker) => `${worker}\n// The next version.`)
    network.inject(newer, { file: /^\/sw\.js$/ })
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    await page.getByText('Dostupna je nova verzija.').waitFor()
  }),
]
