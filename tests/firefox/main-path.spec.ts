import { expect, test } from '../e2e/support/journey'
import { readQr } from '../e2e/support/read-qr'
import { waitUntilAppIsCached } from '../e2e/support/worker'
import { typeInto } from './support/type-into'

// A screenshot in Firefox adds a style `body {}`, known by this hash, which the page's CSP refuses (playwright-core 1.65,
// inPagePrepareForScreenshots).
test.use({ expectedErrors: /inline style.*sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/ })

test('from the link in an SMS to points on the card', async ({ page: captain, phone, people, game }) => {
  await test.step('a player registers and opens the link', async () => {
    const ana = people.newProfile('ana')
    await captain.goto('/auth/register')
    await typeInto(captain.getByLabel('Ime', { exact: true }), ana.first_name)
    await typeInto(captain.getByLabel('Prezime'), ana.last_name)
    await typeInto(captain.getByLabel('E-mail'), ana.email)
    await typeInto(captain.getByLabel('Broj mobitela'), ana.mobile)
    await typeInto(captain.getByLabel('Nadimak'), ana.nickname)
    await captain.getByRole('button', { name: 'Registriraj me' }).click()
    await expect(captain.getByLabel('Kod iz SMS-a')).toBeFocused()
    await captain.goto(/http\S+/.exec(game.lastSms(ana.mobile))?.[0] ?? '')
    await expect(captain.getByText('Dobrodošli, Ana.')).toBeVisible()
    await expect(captain).toHaveURL('/player')
  })

  await test.step('the player founds a team, and the card shows its QR code', async () => {
    await captain.getByRole('button', { name: 'Osnuj tim' }).click()
    await typeInto(captain.getByRole('textbox', { name: 'Naziv tima' }), 'Vatrene Lisice')
    await captain.getByRole('button', { name: 'Osnuj tim' }).click()
    await expect(captain.getByRole('heading', { level: 1, name: 'Vatrene Lisice' })).toBeVisible()
    await expect(captain.getByText('0 bodova').first()).toBeVisible()
  })

  const booth = await phone()
  await test.step("a booth's staff signs in by link, opens the team's QR code and gives points", async () => {
    const address = await readQr(captain.getByRole('img', { name: 'QR kod tima Vatrene Lisice' }))
    await people.openBoard(booth, 'iva')
    await expect(booth.getByRole('heading', { name: 'Arkadna zona' })).toBeVisible()
    // Firefox breaks off an automated navigation during which the page's first worker becomes active.
    await waitUntilAppIsCached(booth)
    await booth.goto(address)
    await booth.getByRole('button', { name: /^Pobjeda/ }).click()
    await expect(booth.getByText('Upisano')).toBeVisible()
  })

  await captain.reload()
  await expect(captain.getByRole('article').getByText('25 bodova')).toBeVisible()
})
