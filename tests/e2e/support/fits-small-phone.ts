import { expect, type Page } from '@playwright/test'

const NARROWEST = { width: 320, height: 568 }
const LEAST_TARGET_PX = 48

/** Expects that on the smallest phone nothing overflows and every touch target is large enough. */
export async function expectFitsSmallPhone(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(NARROWEST)
  const { overflow, small } = await page.evaluate((least) => {
    const targets = [...document.querySelectorAll(':is(main, dialog) :is(a, button, input)')].map((target) => ({
      target: target.outerHTML.slice(0, 120),
      height: target.getBoundingClientRect().height,
    }))
    const { scrollWidth, clientWidth } = document.documentElement
    return { overflow: scrollWidth - clientWidth, small: targets.filter(({ height }) => height > 0 && height < least) }
  }, LEAST_TARGET_PX)
  expect(overflow, 'horizontal overflow (px)').toBe(0)
  expect(small, 'touch targets that are too small').toEqual([])
  if (before !== null) await page.setViewportSize(before)
}
