import { expect, type Page } from '@playwright/test'

/**
 * Uses a screen and counts the taps on it. Typing into a focused field costs no tap, and neither do
 * the other keys of a phone's keyboard, such as the key for the next field.
 */
export function tapsOn(page: Page) {
  let taps = 0
  return {
    count: () => taps,
    /** Taps on a control by its whole name, or a pattern of it. */
    async tap(name: string | RegExp): Promise<void> {
      const named = { name, exact: true }
      await page
        .getByRole('button', named)
        .or(page.getByRole('link', named))
        .or(page.getByRole('menuitem', named))
        .or(page.getByRole('checkbox', named))
        .first()
        .click()
      taps++
    },
    /** Types into a field, and then presses `key`. Costs a tap unless the field already has the focus. */
    async type(label: string, text: string, key?: 'Enter'): Promise<void> {
      const field = page.getByLabel(label, { exact: true })
      const hasFocus = await expect(field)
        .toBeFocused({ timeout: 10_000 })
        .then(
          () => true,
          () => false,
        )
      if (!hasFocus) {
        await field.click()
        taps++
      }
      await expect(field).toHaveValue('')
      await page.keyboard.type(text)
      if (key !== undefined) await page.keyboard.press(key)
    },
  }
}
