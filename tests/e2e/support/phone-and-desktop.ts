import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible'
import { expectFits } from './expect-fits'

const DESKTOP = { width: 1280, height: 800 }

/** Expects no accessibility violation on the phone and on a desktop, where nothing may be cut off either. Restores the phone. */
export async function expectGoodOnPhoneAndDesktop(page: Page): Promise<void> {
  await expectAccessible(page)
  const phone = page.viewportSize()
  await page.setViewportSize(DESKTOP)
  await expectFits(page, [DESKTOP])
  await expectAccessible(page)
  if (phone !== null) await page.setViewportSize(phone)
}
