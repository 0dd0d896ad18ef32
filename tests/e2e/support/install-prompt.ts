import { expect, type Page } from '@playwright/test'

/**
 * Fires `beforeinstallprompt`, as Chromium does by itself only with a persistent profile.
 * Returns true if the page suppressed the browser's own prompt.
 */
export async function offerInstall(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const prompt = async () => {
      document.documentElement.dataset.asked = String(
        Number(document.documentElement.dataset.asked ?? 0) + 1,
      )
      return { outcome: 'dismissed' }
    }
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    return !window.dispatchEvent(event)
  })
}

/** Counts how often the page has opened the browser's install prompt. */
export async function timesAsked(page: Page): Promise<number> {
  return await page.evaluate(() => Number(document.documentElement.dataset.asked ?? 0))
}

/** Makes the page look like Safari on an iPhone, or like the app on its home screen. */
export async function asIphone(page: Page, standalone: boolean): Promise<void> {
  await page.addInitScript(
    (value) => Object.defineProperty(Navigator.prototype, 'standalone', { get: () => value }),
    standalone,
  )
}

/**
 * Expects the account menu to have an install item, or none. Then closes the menu, because it hides
 * the screen below.
 */
export async function expectInMenu(page: Page, has: boolean): Promise<void> {
  await page.getByRole('button', { name: /^Račun/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Odjava' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Instaliraj aplikaciju' })).toBeVisible({
    visible: has,
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
