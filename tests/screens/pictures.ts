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
      const path = (view: 'whole' | 'first') => join(PICTURES, pictureName(name, size.name, theme, view))
      await page.screenshot({ path: path('whole'), fullPage, animations: 'disabled' })
      // Phones only: what counts is what a thumb need not look for.
      if (fullPage && size.name !== 'desktop') await page.screenshot({ path: path('first'), animations: 'disabled' })
    }
  }
}

/** With motion a light may stop half-way, which no picture of a still page shows. */
async function takeMovingPicture(page: Page, name: string): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  await page.screenshot({ path: join(PICTURES, pictureName(name, 'phone', 'dark', 'motion')), animations: 'allow' })
}

mkdirSync(PICTURES, { recursive: true })

for (const scene of catalogue) {
  test(scene.name, async ({ stage }, { project }) => {
    const take = project.name === 'motion' ? takeMovingPicture : takePictures
    await perform(scene, stage, (page) => take(page, scene.name))
  })
}
