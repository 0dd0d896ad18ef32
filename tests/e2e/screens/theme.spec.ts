import type { Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { expect, test } from '../support/journey'
import { expectAccessible } from '../support/usable'

const DARK_SKY = 'rgb(10, 11, 22)'
const LIGHT_SKY = 'rgb(238, 240, 251)'

const store = (page: Page, theme: string) => page.evaluate((name) => localStorage.setItem('geek-theme', name), theme)
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('geek-theme'))
const sky = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const barColor = (page: Page) => page.locator('meta[name="theme-color"]').getAttribute('content')

test('the app is dark at first and with an invalid stored theme; once chosen it is light, also before it has loaded', async ({
  page,
}) => {
  await page.goto('/')
  await untilAppRuns(page)
  expect([await stored(page), await sky(page), await barColor(page)]).toEqual(['dark', DARK_SKY, '#0a0b16'])
  await page.getByRole('button', { name: 'Svijetla tema', pressed: false }).click()
  const light = page.getByRole('button', { name: 'Svijetla tema', pressed: true })
  await expect(light).toBeVisible()
  expect([await stored(page), await sky(page), await barColor(page)]).toEqual(['light', LIGHT_SKY, '#eef0fb'])
  await expectAccessible(page)

  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/auth/login', { waitUntil: 'domcontentloaded' })
  await expect.poll(() => sky(page)).toBe(LIGHT_SKY)
  expect(await barColor(page)).toBe('#eef0fb')
  await page.unrouteAll()
  await page.reload()
  await untilAppRuns(page)
  expect([await sky(page), await barColor(page)]).toEqual([LIGHT_SKY, '#eef0fb'])
  await light.click()
  expect([await stored(page), await sky(page)]).toEqual(['dark', DARK_SKY])

  await store(page, 'ružičasta')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await sky(page)).toBe(DARK_SKY)
})
