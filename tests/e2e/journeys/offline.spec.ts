import { startGameProcess } from '../support/game-process'
import { expect, test } from '../support/journey'
import { createPeople } from '../support/people'
import { foundTeam } from '../support/teams'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

/** A separate game, because its server is stopped. */
const offlineTest = test.extend<object, object>({
  game: [
    async ({ browserName }, use) => {
      const game = await startGameProcess(`offline-${browserName}`)
      await use(game)
      await game.stop()
    },
    { scope: 'worker' },
  ],
  people: async ({ game }, use) => use(createPeople(game)),
})

offlineTest.afterEach(async ({ game }) => {
  await game.halt('SIGTERM')
  await game.resume()
})

offlineTest(
  'the card opens at once without a server, with its code, and tells how old it is',
  async ({ page, people, game, context }) => {
    await foundTeam(page, people, 'Izvan Mreže')
    await waitUntilAppIsCached(page)
    await waitUntilDataIsStored(page, /teamPoints.*Izvan Mreže|Izvan Mreže.*teamPoints/)
    await page.close()
    await game.halt('SIGTERM')

    const cold = await context.newPage()
    await cold.goto('/')
    await expect(cold).toHaveURL('/player')
    await expect(cold.getByRole('heading', { level: 1, name: 'Izvan Mreže' })).toBeVisible()
    await expect(cold.getByRole('img', { name: /QR/ }).first()).toBeVisible()
    await expect(cold.getByText(/^Niste povezani. Prikazano je stanje od \d\d:\d\d\.$/)).toBeVisible()
    // Screens that were never opened work too, because all of them were cached.
    await cold.goto('/uvijeti')
    await expect(cold.getByRole('heading', { level: 1 })).toBeVisible()

    await game.resume()
    await cold.goto('/player')
    await expect(cold.getByText('Niste povezani', { exact: false })).toBeHidden()
  },
)

offlineTest('a visitor’s screens open without a server; what needs one says so', async ({ page, game }) => {
  await page.goto('/')
  await waitUntilAppIsCached(page)
  await game.halt('SIGTERM')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Prijava / Registracija' })).toBeVisible()
  await page.getByRole('link', { name: 'Prijava / Registracija' }).click()
  await page.getByLabel('Broj mobitela ili e-mail').fill('091 234 5678')
  await page.getByRole('button', { name: 'Pošalji kod' }).click()
  await expect(page.getByText('Došlo je do pogreške.')).toBeVisible()
  await expect(page.getByLabel('Broj mobitela ili e-mail')).toHaveValue('091 234 5678')
})

offlineTest('signing out wipes what was seen; the next one on the device sees none of it', async ({ page, people }) => {
  await foundTeam(page, people, 'Tajni Tim')
  await waitUntilDataIsStored(page, /Tajni Tim/)
  await page.getByRole('button', { name: /^Račun:/ }).click()
  await page.getByRole('menuitem', { name: 'Odjava' }).click()
  await expect(page).toHaveURL('/')
  await waitUntilDataIsStored(page, /^\[\]$/)
  await people.signUp(page, 'drugi')
  await page.goto('/player')
  await expect(page.getByRole('button', { name: 'Osnuj tim' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Tajni Tim')
})

offlineTest(
  'a session that ends on the server signs out, and keeps what was seen for the same account’s return',
  async ({ page, people, context }) => {
    await foundTeam(page, people, 'Povratak')
    await waitUntilDataIsStored(page, /Povratak/)
    await context.clearCookies()
    await page.reload()
    await expect(page).toHaveURL(/\/auth\/login/)
    await waitUntilDataIsStored(page, /Povratak/)
  },
)
