import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible'
import { expectFits } from './expect-fits'

const DESKTOP = { width: 1280, height: 800 }

/** Expects no accessibility violation, and that the screen fits the tightest viewports. */
export async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectFits(page)
}

/** The same, and on a desktop. Restores the phone. */
export async function expectGoodOnPhoneAndDesktop(page: Page): Promise<void> {
  await expectUsable(page)
  const phone = page.viewportSize()
  await page.setViewportSize(DESKTOP)
  await expectFits(page, [DESKTOP])
  await expectAccessible(page)
  if (phone !== null) await page.setViewportSize(phone)
}
