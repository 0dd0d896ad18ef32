import { expect, type Locator, type Page } from '@playwright/test'
import { catalogue } from './catalogue'
import { perform, test } from './stage'
import { showTheme, THEMES } from './theme-in-place'

const SIZES = [
  { name: 'phone', width: 412, height: 839 },
  { name: 'phone-375', width: 375, height: 667 },
  { name: 'small-phone', width: 320, height: 568 },
  { name: 'desktop', width: 1280, height: 800 },
] as const

/** Overlays are captured in the viewport only, screens in full height. */
async function isCovered(page: Page): Promise<boolean> {
  return (await page.locator('dialog, [data-moment]').count()) > 0
}

/** Opens a menu again, which closes when the window changes its size, sooner or later. */
async function reopen(menu: Locator): Promise<void> {
  await menu.page().keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await menu.page().locator('[aria-haspopup="menu"]:visible').click()
}

/** Of the whole screen, and on phones of what is seen of it without scrolling: what a thumb need not look for. */
async function takePictures(page: Page, name: string): Promise<void> {
  const fullPage = !(await isCovered(page))
  const menu = page.getByRole('menu')
  const hasMenu = await menu.isVisible()
  for (const theme of THEMES) {
    await showTheme(page, theme)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      if (hasMenu) await reopen(menu)
      const path = `screens/${name}.${size.name}.${theme}`
      await page.screenshot({ path: `${path}.png`, fullPage, animations: 'disabled' })
      if (fullPage && size.name !== 'desktop') await page.screenshot({ path: `${path}.first.png`, animations: 'disabled' })
    }
  }
}

for (const scene of catalogue) {
  test(scene.name, async ({ stage }) => perform(scene, stage, (page) => takePictures(page, scene.name)))
}
