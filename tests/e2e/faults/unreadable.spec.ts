import type { Page } from '@playwright/test'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectRecordedOnce, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { breakStorage, letStorageBreak } from '../support/broken-storage'
import { faults } from '../support/faults'

const OUTBOX = 'geek-outbox'
const UNREADABLE = /ne mogu pročitati/
/** The promised limit, and what a machine with three busy browsers needs to tap, render and look (ms). */
const WITHIN_MS = 4_500

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Račun:/ }).click()
}

test.beforeEach(async ({ context }) => letStorageBreak(context))

for (const how of ['hangs', 'throws'] as const) {
  test(`fault 46: an outbox that ${how} at the start is never called empty, and signing out warns`, async ({
    page,
    team,
    network,
  }) => {
    await openTeam(page, team)
    const clear = network.inject(faults.cutBefore)
    await tap(page)
    await expect(standing(page)).toHaveText('Čeka slanje')
    await breakStorage(page, OUTBOX, how)
    await page.goto('/vendor')

    await expect(page.getByText('Dodjele se ne mogu pročitati')).toBeVisible()
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Dodjele na uređaju' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(UNREADABLE)).toBeVisible()
    await expect(page.getByText('Sve je upisano.')).toHaveCount(0)
    // The copy in local storage tells which award it may be.
    await expect(dialog.getByRole('listitem').filter({ hasText: team.team_name })).toBeVisible()
    await page.keyboard.press('Escape')

    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Odjava' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Odjava prije slanja' })).toContainText(UNREADABLE)
    await page.keyboard.press('Escape')

    await breakStorage(page, OUTBOX, null)
    clear()
    await openTeam(page, team)
    await expectRecordedOnce(page, team)
    await expect(page.getByText(UNREADABLE)).toHaveCount(0)
  })
}

test('fault 46: until the outbox has been read, nothing says that all is recorded', async ({ page, team, network }) => {
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await breakStorage(page, OUTBOX, { lateMs: 2_000 })
  await page.goto('/vendor')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Dodjele na uređaju' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Dodjele se učitavaju.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: team.team_name })).toBeVisible()
  await expect(page.getByText('Sve je upisano.')).toHaveCount(0)
  clear()
})

test('fault 46: the sign-in page does not call an unreadable outbox empty either', async ({ page, team, network }) => {
  await openTeam(page, team)
  network.inject(faults.cutBefore)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await breakStorage(page, OUTBOX, 'hangs')
  await page.context().clearCookies()
  await page.goto('/auth/login')
  await expect(page.getByText(UNREADABLE)).toBeVisible()
})

test('fault 47: when storage never answers, the tap says within 3 s that the award was not kept, and the button is free again', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  await breakStorage(page, OUTBOX, 'hangs')
  const clear = network.inject(faults.stalled)
  await page.reload()
  await offerButton(page, 'Sudjelovanje').waitFor()
  const tapped = Date.now()
  await tap(page)
  await expect(standing(page)).toContainText('Nije spremljeno na uređaj')
  await expect(offerButton(page, 'Sudjelovanje')).not.toHaveAttribute('aria-disabled')
  expect(Date.now() - tapped).toBeLessThan(WITHIN_MS)
  await expect(page.getByText('Čeka slanje')).toHaveCount(0)
  await expect(page.getByText('Upisano')).toHaveCount(0)
  clear()
})

test('fault 47: when storage never answers but the server does, the award is recorded once', async ({ page, team }) => {
  await openTeam(page, team)
  await breakStorage(page, OUTBOX, 'hangs')
  await page.reload()
  await tap(page)
  await expect(standing(page)).toHaveText('Upisano')
  await breakStorage(page, OUTBOX, null)
  await page.reload()
  await offerButton(page, 'Sudjelovanje').waitFor()
  expect(await team.ledger()).toHaveLength(1)
  expect(await storedAwards(page)).toEqual([])
})

test('fault 47: storage that answers only after the tap gave up keeps no award that the screen did not report', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  await breakStorage(page, OUTBOX, { lateMs: 4_000 })
  const clear = network.inject(faults.cutBefore)
  await page.reload()
  await tap(page)
  await expect(standing(page)).toContainText('Nije potvrđeno:')
  await breakStorage(page, OUTBOX, null)
  clear()
  await page.reload()
  await offerButton(page, 'Sudjelovanje').waitFor()
  expect(await storedAwards(page)).toEqual([])
  expect(await team.ledger()).toEqual([])
})
