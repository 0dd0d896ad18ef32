import { expectAccessible } from '../support/accessible'
import { expect, test } from '../support/journey'
import { giveNfc, touchTag } from '../support/nfc-phone'
import { HOLD, playerScans, scanner } from '../support/scanner'

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
    await page.clock.install()
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await touchTag(page, link)
    await expect(page.getByText('Link pripada drugom računu.', { exact: false })).toBeVisible()
    await page.context().clearCookies()
    // Whoever comes back to the app after a minute makes it ask again who is signed in.
    await page.clock.fastForward(61_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(page.getByText('Prijavite se njime samo ako ste ga dobili za svoj račun.', { exact: false })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Prijavi me' }).click()
    await expect(page).toHaveURL('/vendor')
    await expect(page.getByText('Dobrodošli, Luka.')).toBeVisible()
  })
})
