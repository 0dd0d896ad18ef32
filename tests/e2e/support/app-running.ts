import { expect, type Page } from '@playwright/test'

/**
 * Waits until React has replaced the prerendered screen. Before that, an element may be replaced while a test looks at it, and a
 * press on a button takes effect only later.
 */
export async function untilAppRuns(page: Page): Promise<void> {
  await expect(page.locator('[data-screen]')).toHaveCount(0)
}

/**
 * Reports to the app that its page is visible again, so that it refetches, sends waiting awards,
 * and may show a waiting offer.
 */
export async function returnToApp(page: Page): Promise<void> {
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}
