import { expect, type Locator, type Page } from '@playwright/test'

/** More than any screen of these journeys has. */
const MOST_STOPS = 60

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Goes on with Tab until something has the focus, if it has not yet; each stop on the way is seen to have it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus(target)); stops += 1) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(() => {
      // Nothing where Tab has led on to the browser's own bar.
      const focused = document.querySelector(':focus')
      if (focused === null) return null
      return getComputedStyle(focused).outlineStyle === 'none' ? focused.outerHTML.slice(0, 200) : null
    })
    expect(unseen, 'what has the focus, and nobody sees it').toBeNull()
  }
  await expect(target, 'Tab came to it').toBeFocused()
}
