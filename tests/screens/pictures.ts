import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { catalogue } from './catalogue'
import { PICTURES, pictureName, SIZES } from './contact-sheet'
import { perform, test } from './stage'
import { showTheme, THEMES } from './theme-in-place'

/** Overlays are captured in the viewport only, screens in full height. */
async function isCovered(page: Page): Promise<boolean> {
  return (await page.locator('dialog, [popover]').count()) > 0
}

/** Opens a menu again, which closes when the window changes its size, sooner or later. */
async function reopen(menu: Locator): Promise<void> {
  await menu.page().keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await menu.page().locator('[aria-haspopup="menu"]:visible').click()
}

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
      await page.screenshot({ path: join(PICTURES, pictureName(name, size.name, theme)), fullPage, animations: 'disabled' })
    }
  }
}

mkdirSync(PICTURES, { recursive: true })

for (const scene of catalogue) {
  test(scene.name, async ({ stage }) => perform(scene, stage, (page) => takePictures(page, scene.name)))
}
