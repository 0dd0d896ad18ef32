import type { Page } from '@playwright/test'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** Switches a page's theme without a reload, as if it had been chosen on another page of the app. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('geek-theme', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'geek-theme', newValue }))
  }, theme)
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
  // Waits until colour transitions have ended.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
