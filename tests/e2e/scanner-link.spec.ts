import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible'
import { isCall } from './support/answers'
import { expect, test } from './support/journey'
import { giveNfc, touchTag } from './support/nfc-phone'
import { HOLD, playerScans, scanner } from './support/scanner'

/** Holds the first request to a URL until it is released. */
async function hold(page: Page, address: RegExp | ((url: URL) => boolean)) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked = new Promise<void>((resolve) => {
    void page.route(
      address,
      async (route) => {
        resolve()
        await released
        // The page may have aborted it meanwhile.
        await route.continue().catch(() => undefined)
      },
      { times: 1 },
    )
  })
  return { asked, release: () => release() }
}

test.describe('a scanned sign-in link', () => {
  test('asks which account to use, and its token appears nowhere', async ({ page, people, game }) => {
    const link = /http\S+/.exec(game.event('login-link', 'luka'))?.[0] ?? ''
    const token = link.split('/').at(-1) ?? link
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await touchTag(page, link)
    await expect(page.getByText('Link pripada drugom računu.', { exact: false })).toBeVisible()
    await expect(page).toHaveURL('/l')
    expect(addresses.join()).not.toContain(token)
    await page.getByRole('link', { name: 'Ostani u svom računu' }).click()
    await expect(page).toHaveURL('/player')
  })

  test('also asks if the session has ended meanwhile, and signs in only after that', async ({ page, people, game }) => {
    const link = /http\S+/.exec(game.event('login-link', 'luka'))?.[0] ?? ''
    // A worker that has cached the app by then would serve the link's screen at once.
    await page.context().route('**/sw.js', (route) => route.abort())
    await page.clock.install()
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    // The card notices that nobody is signed in any more while the link's screen is still loading.
    const linkScreen = await hold(page, /link-page.*\.js$/)
    const refresh = await hold(page, isCall('currentUser'))
    await page.clock.pauseAt(Date.now() + 60_000)
    await refresh.asked
    await touchTag(page, link)
    await linkScreen.asked
    await page.context().clearCookies()
    refresh.release()
    await expect(scanner(page)).toBeHidden()
    linkScreen.release()
    await page.clock.resume()
    await expect(page.getByText('Prijavite se njime samo ako ste ga dobili za svoj račun.', { exact: false })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Prijavi me' }).click()
    await expect(page).toHaveURL('/vendor')
    await expect(page.getByText('Dobrodošli, Luka.')).toBeVisible()
  })
})
