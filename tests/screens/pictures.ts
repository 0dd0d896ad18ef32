import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { escapeHtml } from '#texts/escape-html'
import { catalogue } from './catalogue'
import { ON_LARGE_EVENT } from './event-size'
import { perform, test } from './stage'
import { showTheme, THEMES, type Theme } from './theme-in-place'

const PICTURES = ON_LARGE_EVENT ? 'screens/large' : 'screens'

const SIZES = [
  { name: 'phone', width: 412, height: 839 },
  { name: 'phone-375', width: 375, height: 667 },
  { name: 'small-phone', width: 320, height: 568 },
  { name: 'desktop', width: 1280, height: 800 },
] as const

/** What a picture shows: the whole screen, what is seen of it without scrolling, or that once all motion that ends has ended. */
type View = 'whole' | 'first' | 'motion'
const VIEWS: readonly View[] = ['whole', 'first', 'motion']

function pictureName(scene: string, size: (typeof SIZES)[number]['name'], theme: Theme, view: View): string {
  return [scene, size, theme, ...(view === 'whole' ? [] : [view]), 'png'].join('.')
}

/** Overlays are captured in the viewport only, screens in full height. */
async function isCovered(page: Page): Promise<boolean> {
  return (await page.locator('dialog, [popover], [data-moment]').count()) > 0
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

const STYLE = `
body { margin: 2rem; background: #555; color: #fff; font: 1rem system-ui; }
section div { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; padding-block: 1rem; }
img { max-height: 60rem; box-shadow: 0 0 1rem #0008; }
.phone { width: 240px; } .phone-375 { width: 220px; } .small-phone { width: 190px; } .desktop { width: 600px; }
`

function sceneHtml(name: string): string {
  const pictures = THEMES.flatMap((theme) =>
    SIZES.flatMap((size) => VIEWS.map((view) => ({ size: size.name, file: pictureName(name, size.name, theme, view) }))),
  )
  const taken = pictures.filter(({ file }) => existsSync(join(PICTURES, file)))
  const images = taken.map(
    ({ size, file }) => `<a href="${file}"><img loading="lazy" class="${size}" src="${file}" alt="${escapeHtml(file)}"></a>`,
  )
  return `<section><h2>${escapeHtml(name)}</h2><div>${images.join('')}</div></section>`
}

/** Puts all pictures that are there on one page in the catalogue's order; the last worker puts all. */
function writeContactSheet(): void {
  const sections = catalogue.map(({ name }) => sceneHtml(name)).join('\n')
  writeFileSync(
    join(PICTURES, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>\n${sections}\n`,
  )
}

mkdirSync(PICTURES, { recursive: true })

for (const scene of catalogue) {
  test(scene.name, async ({ stage }, { project }) => {
    const take = project.name === 'motion' ? takeMovingPicture : takePictures
    await perform(scene, stage, (page) => take(page, scene.name))
  })
}

test.afterAll(writeContactSheet)
