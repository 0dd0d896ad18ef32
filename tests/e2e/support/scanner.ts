import { expect, type Locator, type Page } from '@playwright/test'
import type { People } from './people'

/** The scanner's text while it waits for a tag. */
export const HOLD = 'Prislonite poleđinu mobitela na oznaku.'

export function scanner(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Skeniranje' })
}

export async function openScanner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skeniraj', exact: true }).click()
  await expect(scanner(page)).toBeVisible()
}

/** Expects these words of the open scanner. */
export async function expectSays(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts)
    await expect(scanner(page).getByText(text, { exact: false })).toBeVisible()
}

/** Signs a player in and opens the scanner on their card. */
export async function playerScans(page: Page, people: People): Promise<void> {
  await people.signUp(page, 'skener')
  await page.goto('/player')
  await openScanner(page)
}
