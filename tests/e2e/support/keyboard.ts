import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than any screen has, even after other tests have founded teams. */
const MAX_STOPS = 150

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement)

/** Presses Tab until `target` has the focus, and expects a visible focus ring at each stop on the way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MAX_STOPS && !(await hasFocus(target)); stops += 1) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(() => {
      // Null while the focus is in the browser's toolbar.
      const focused = document.querySelector(':focus')
      if (focused === null) return null
      return getComputedStyle(focused).outlineStyle === 'none'
        ? focused.outerHTML.slice(0, 200)
        : null
    })
    expect(unseen, 'focused element without a visible focus ring').toBeNull()
  }
  await expect(target, 'Tab reaches it').toBeFocused()
}

/** Expects that Tab, in either direction, reaches nothing of the page behind an open layer. */
export async function expectPageUnreachable(page: Page): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stops = 0; stops < 6; stops += 1) {
      await page.keyboard.press(key)
      // Past the end Tab moves to the browser's toolbar, as on any page.
      await expect(
        page.locator('#root').locator(':focus'),
        'focused elements in the page behind',
      ).toHaveCount(0)
    }
  }
}
