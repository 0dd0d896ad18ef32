import type { Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { expect, test } from '../support/journey'
import { expectPageUnreachable } from '../support/keyboard'
import { expectAccessible } from '../support/usable'

test('the account menu and its dialog work by keyboard alone, and a tap outside only closes them', async ({
  page,
  people,
}) => {
  await people.openBoard(page, 'iva')
  const button = page.getByRole('button', { name: 'Račun: Iva Horvat' })
  const menu = page.getByRole('menu')
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(menu.locator(':focus')).toBeVisible()
  await expectAccessible(page)
  const theme = page.getByRole('menuitemcheckbox', { name: 'Svijetla tema' })
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(theme).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(theme).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Space')
  // Sounds are on by default, and the choice counts for this device.
  const sound = page.getByRole('menuitemcheckbox', { name: 'Zvuk' })
  await expect(sound).toBeChecked()
  await sound.press('Space')
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await page.reload()
  await button.press('Enter')
  await expect(sound).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  const scan = page.getByRole('button', { name: 'Skeniraj', exact: true })
  const box = await scan.boundingBox()
  if (box === null) throw new Error('the button is not on the screen')
  await button.click()
  await expect(menu).toBeVisible()
  await page.mouse.click(box.x + 10, box.y + 10)
  await expect(menu).toBeHidden()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveCount(0)

  const closeButton = dialog.getByRole('button', { name: 'Zatvori' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => closeButton.press('Enter'),
  ]) {
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Dodjele na uređaju' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Sve je upisano.')).toBeVisible()
    await expect(dialog).toBeFocused()
    await expectPageUnreachable(page)
    await close()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test.describe('a browser without CloseWatcher and the Navigation API, where Back closes no dialog by itself', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['CloseWatcher', 'navigation']) Reflect.deleteProperty(window, name)
    })
  })

  test("'back' closes the menu, a dialog or the scanner, and leaves no history entry behind", async ({
    page,
    people,
  }) => {
    await people.openBoard(page, 'iva')
    await page.getByRole('link', { name: 'Poredak' }).first().click()
    await expect(page).toHaveURL('/vendor/poredak')
    const menu = page.getByRole('menu')
    const dialog = page.getByRole('dialog')
    const openMenu = () => page.getByRole('button', { name: 'Račun: Iva Horvat' }).click()
    const openOutbox = async () => {
      await openMenu()
      await page.getByRole('menuitem', { name: 'Dodjele na uređaju' }).click()
      await expect(dialog.getByText('Sve je upisano.')).toBeVisible()
    }
    const scanned = page.getByRole('dialog', { name: 'Skeniranje' })
    const openTheScanner = () => page.getByRole('button', { name: 'Skeniraj', exact: true }).click()
    async function expectClosedBy(close: () => Promise<unknown>): Promise<void> {
      await close()
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(page).toHaveURL('/vendor/poredak')
    }
    const back = () => page.goBack()
    await openMenu()
    await expect(menu).toBeVisible()
    await expectClosedBy(back)
    await openOutbox()
    await expectClosedBy(back)
    await openTheScanner()
    await expect(scanned).toBeVisible()
    await expectClosedBy(back)

    // A layer that is closed in another way leaves no history entry.
    await openOutbox()
    await expectClosedBy(() => page.keyboard.press('Escape'))
    await openTheScanner()
    await expectClosedBy(() => scanned.getByRole('button', { name: 'Zatvori' }).click())
    await openTheScanner()
    await expect(scanned).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(history.state)))
      .not.toContain('layers')
    // A screen opened from a layer leaves no extra entry either.
    await openMenu()
    await page.getByRole('menuitem', { name: 'Uvjeti i privatnost' }).click()
    await expect(page).toHaveURL('/uvijeti')
    await page.goBack()
    await expect(page).toHaveURL('/vendor/poredak')
    await expect(page.locator('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/vendor')
  })
})

const DARK_SKY = 'rgb(10, 11, 22)'
const LIGHT_SKY = 'rgb(238, 240, 251)'

const store = (page: Page, theme: string) =>
  page.evaluate((name) => localStorage.setItem('geek-theme', name), theme)
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('geek-theme'))
const sky = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const barColor = (page: Page) => page.locator('meta[name="theme-color"]').getAttribute('content')

test('the app is dark until light is chosen, and then light before it has loaded', async ({
  page,
}) => {
  await page.goto('/')
  await untilAppRuns(page)
  expect([await stored(page), await sky(page), await barColor(page)]).toEqual([
    'dark',
    DARK_SKY,
    '#0a0b16',
  ])
  await page.getByRole('button', { name: 'Svijetla tema', pressed: false }).click()
  const light = page.getByRole('button', { name: 'Svijetla tema', pressed: true })
  await expect(light).toBeVisible()
  expect([await stored(page), await sky(page), await barColor(page)]).toEqual([
    'light',
    LIGHT_SKY,
    '#eef0fb',
  ])
  await expectAccessible(page)

  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/auth/login', { waitUntil: 'domcontentloaded' })
  await expect.poll(() => sky(page)).toBe(LIGHT_SKY)
  expect(await barColor(page)).toBe('#eef0fb')
  await page.unrouteAll()
  await page.reload()
  await untilAppRuns(page)
  expect([await sky(page), await barColor(page)]).toEqual([LIGHT_SKY, '#eef0fb'])
  await light.click()
  expect([await stored(page), await sky(page)]).toEqual(['dark', DARK_SKY])

  await store(page, 'ružičasta')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await sky(page)).toBe(DARK_SKY)
})
