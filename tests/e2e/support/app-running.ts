import { expect, type Page } from '@playwright/test'

/**
 * Waits until React has replaced the screen that came with the page. Before that an element that was found may be replaced while a
 * test looks at it, and a press on a button takes effect only later.
 */
export async function untilAppRuns(page: Page): Promise<void> {
  await expect(page.locator('[data-screen]')).toHaveCount(0)
}

/** Hides the page and shows it again: readings are made anew, what waits is sent, and a waiting offer may appear. */
export async function returnToApp(page: Page): Promise<void> {
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}
