import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { untilAppRuns } from '../support/app-running'
import { expect, test } from '../support/journey'

const DARK_SKY = 'rgb(10, 11, 22)'
const LIGHT_SKY = 'rgb(238, 240, 251)'

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('geek-theme'))
const sky = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const barColor = (page: Page) => page.locator('meta[name="theme-color"]').getAttribute('content')

test('the app is dark at first, and light once chosen, also after a reload', async ({ page }) => {
  await page.goto('/')
  await untilAppRuns(page)
  expect([await stored(page), await sky(page), await barColor(page)]).toEqual(['dark', DARK_SKY, '#0a0b16'])
  const light = page.getByRole('button', { name: 'Svijetla tema', pressed: false })
  await light.click()
  await expect(page.getByRole('button', { name: 'Svijetla tema', pressed: true })).toBeVisible()
  expect([await stored(page), await sky(page), await barColor(page)]).toEqual(['light', LIGHT_SKY, '#eef0fb'])
  await expectAccessible(page)

  await page.goto('/auth/login')
  await untilAppRuns(page)
  await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
  expect([await sky(page), await barColor(page)]).toEqual([LIGHT_SKY, '#eef0fb'])
  await page.getByRole('button', { name: 'Svijetla tema', pressed: true }).click()
  expect([await stored(page), await sky(page)]).toEqual(['dark', DARK_SKY])
})

test('a stored light theme applies before the app has loaded', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('geek-theme', 'light'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect.poll(() => sky(page)).toBe(LIGHT_SKY)
  expect(await barColor(page)).toBe('#eef0fb')
})

test('an invalid stored theme falls back to dark', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('geek-theme', 'ružičasta'))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await sky(page)).toBe(DARK_SKY)
})

test('the menu switches the theme on every open page of the app', async ({ page, people }) => {
  await people.signUp(page, 'dan')
  await page.goto('/player')
  const other = await page.context().newPage()
  await other.goto('/uvijeti')
  expect(await sky(other)).toBe(DARK_SKY)
  await page.getByRole('button', { name: /^Račun/ }).click()
  const item = page.getByRole('menuitemcheckbox', { name: 'Svijetla tema' })
  await expect(item).not.toBeChecked()
  await item.click()
  await expect(item).toBeChecked()
  expect(await sky(page)).toBe(LIGHT_SKY)
  await expect.poll(() => sky(other)).toBe(LIGHT_SKY)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})
