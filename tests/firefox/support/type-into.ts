import type { Locator } from '@playwright/test'

/** Types key by key, because `fill` sets the value by script in this browser and React gets no event. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.pressSequentially(text)
}
