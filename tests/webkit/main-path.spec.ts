import { linkIn } from '../e2e/support/people'
import { expect, test } from './support/journey'
import type { WebKitPhone } from './support/webkit-phone'

const PUBLIC = ['/', '/auth/login', '/poredak', '/uvijeti', '/auth/register']
const STAFF = ['/vendor/dodjele', '/vendor/poredak', '/vendor/oznake', '/vendor']

/**
 * Opens screens and expects each to fit a phone of 375 × 667. One theme is enough, because themes
 * differ only in colours.
 */
async function openFitting(phone: WebKitPhone, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await phone.open(path)
    await expect.poll(() => phone.text('h1'), path).not.toBe('')
    expect(
      await phone.run(() => [window.innerWidth, document.documentElement.scrollWidth]),
      path,
    ).toEqual([375, 375])
  }
}

test('from the link in an SMS to points on the card, on screens that fit', async ({
  iphone,
  game,
  people,
}) => {
  const captain = await iphone()
  const ana = people.newProfile('ana')
  await test.step('errors of the registration are shown at their fields', async () => {
    await openFitting(captain, PUBLIC)
    // React may replace an element of the prerendered screen after it was found and before it is pressed.
    await expect
      .poll(() => captain.run(() => document.querySelectorAll('[data-screen]').length))
      .toBe(0)
    await captain.press('Registriraj me')
    await expect
      .poll(() => captain.run(() => document.querySelectorAll('input[aria-invalid="true"]').length))
      .toBeGreaterThan(2)
  })
  await test.step('a player registers and opens the link', async () => {
    await captain.type('Ime', ana.first_name)
    await captain.type('Prezime', ana.last_name)
    await captain.type('E-mail', ana.email)
    await captain.type('Broj mobitela', ana.mobile)
    await captain.type('Nadimak', ana.nickname)
    await captain.press('Registriraj me')
    await expect.poll(() => captain.text()).toContain('Kod iz SMS-a')
    await captain.open(linkIn(game.lastSms(ana.mobile)))
    await expect.poll(() => captain.path()).toBe('/player')
  })
  await test.step('the player founds a team', async () => {
    await captain.press('Osnuj tim')
    await captain.type('Naziv tima', 'Vatrene Lisice')
    await captain.press('Osnuj tim')
    await expect.poll(() => captain.text('h1')).toBe('Vatrene Lisice')
  })
  const booth = await iphone()
  await test.step("a booth's staff finds the team by its name and gives points", async () => {
    await booth.signIn('iva')
    await openFitting(booth, STAFF)
    await booth.type('Naziv tima', 'Vatrene')
    await booth.press('Vatrene Lisice')
    await booth.press('Pobjeda')
    await expect.poll(() => booth.text()).toContain('Upisano')
  })
  await captain.open('/player')
  await expect.poll(() => captain.text('article')).toContain('25 bodova')
})
