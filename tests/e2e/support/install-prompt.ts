import { expect, type Page } from '@playwright/test'

/**
 * The browser's word that the app may be installed, as Chromium gives it; only a browser with a profile of its own gives it by
 * itself. Answers whether the page held the browser's own offer back.
 */
export async function offerInstall(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const prompt = async () => {
      document.documentElement.dataset.asked = String(Number(document.documentElement.dataset.asked ?? 0) + 1)
      return { outcome: 'dismissed' }
    }
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    return !window.dispatchEvent(event)
  })
}

/** Away to another app and back: from then on the screen is new, and whatever may be offered is. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** How often the browser was told to ask the person. */
export async function timesAsked(page: Page): Promise<number> {
  return await page.evaluate(() => Number(document.documentElement.dataset.asked ?? 0))
}

/** Apple's engine as far as a page can tell: in Safari, or as the app from the home screen. */
export async function asIphone(page: Page, standalone: boolean): Promise<void> {
  await page.addInitScript((value) => Object.defineProperty(Navigator.prototype, 'standalone', { get: () => value }), standalone)
}

/** Opens the account's menu, looks whether it has a way to install the app, and closes it: an open menu hides the screen below. */
export async function expectInMenu(page: Page, has: boolean): Promise<void> {
  await page.getByRole('button', { name: /^Račun/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Odjava' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Instaliraj aplikaciju' })).toBeVisible({ visible: has })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
