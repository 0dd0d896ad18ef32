import type { Page } from '@playwright/test'
import { expect, test } from './support/journey'
import { foundTeam } from './support/teams'

declare global {
  interface Window {
    /** Measurements of the page load. */
    seen: { emptyFrames: number; shift: number }
  }
}

/** Counts frames that show neither the logo nor a screen, and sums layout shifts, from the first frame on. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.seen = { emptyFrames: 0, shift: 0 }
    const look = () => {
      const root = document.getElementById('root')
      if (root !== null && root.querySelector('svg, h1') === null) window.seen.emptyFrames += 1
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) window.seen.shift += Number(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test.describe('before any script has run', () => {
  test.use({ javaScriptEnabled: false })

  test('the page shows the logo on the night sky and says that it is loading', async ({ page }) => {
    const files: string[] = []
    page.on('request', (request) => files.push(request.resourceType()))
    await page.goto('/')
    await expect(page.getByRole('status')).toHaveText('Učitavanje…')
    await expect(page.locator('#root svg')).toBeInViewport({ ratio: 1 })
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 11, 22)')
    expect(files, 'no other request before it').not.toContain('stylesheet')
  })
})

for (const [screen, path] of [
  ['the landing screen', '/'],
  ['the sign-in screen', '/auth/login'],
] as const) {
  test(`${screen} replaces the logo without a blank frame or a layout shift`, async ({ page }) => {
    await watchFrames(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => window.seen)).toEqual({ emptyFrames: 0, shift: 0 })
  })
}

test('the card replaces the logo without a blank frame or a layout shift', async ({ page, people }) => {
  await foundTeam(page, people, 'Prva Slika')
  await watchFrames(page)
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1, name: 'Prva Slika' })).toBeVisible()
  const { emptyFrames, shift } = await page.evaluate(() => window.seen)
  expect(emptyFrames).toBe(0)
  // A tenth of the limit for a good score (https://web.dev/articles/cls).
  expect(shift).toBeLessThan(0.01)
})
