import { expect, test } from '../support/journey'
import { foundTeam } from '../support/teams'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

test('the card opens at once without a network, with its code, and tells how old it is; what was seen outlives the session, not the sign-out', async ({
  page,
  people,
  context,
}) => {
  await foundTeam(page, people, 'Izvan Mreže')
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, /teamPoints.*Izvan Mreže|Izvan Mreže.*teamPoints/)
  await page.close()
  await context.setOffline(true)

  const cold = await context.newPage()
  await cold.goto('/')
  await expect(cold).toHaveURL('/player')
  await expect(cold.getByRole('heading', { level: 1, name: 'Izvan Mreže' })).toBeVisible()
  await expect(cold.getByRole('img', { name: /QR/ }).first()).toBeVisible()
  await expect(cold.getByText(/^Niste povezani. Prikazano je stanje od \d\d:\d\d\.$/)).toBeVisible()
  // Screens that were never opened work too, because all of them were cached.
  await cold.goto('/uvijeti')
  await expect(cold.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(false)
  await cold.goto('/player')
  await expect(cold.getByText('Niste povezani', { exact: false })).toBeHidden()

  // A session that ends on the server: the same account may return.
  const cookies = await context.cookies()
  await context.clearCookies()
  await cold.reload()
  await expect(cold).toHaveURL(/\/auth\/login/)
  await waitUntilDataIsStored(cold, /Izvan Mreže/)
  await context.addCookies(cookies)

  await cold.goto('/player')
  await cold.getByRole('button', { name: /^Račun:/ }).click()
  await cold.getByRole('menuitem', { name: 'Odjava' }).click()
  await expect(cold).toHaveURL('/')
  await waitUntilDataIsStored(cold, /^\[\]$/)
  await people.signUp(cold, 'drugi')
  await cold.goto('/player')
  await expect(cold.getByRole('button', { name: 'Osnuj tim' })).toBeVisible()
  await expect(cold.getByRole('heading', { level: 1 })).not.toHaveText('Izvan Mreže')
})

test('a visitor’s screens open without a network, with what the device keeps of them; what needs one says so', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await waitUntilAppIsCached(page)
  await context.setOffline(true)
  await page.goto('/')
  await page.getByRole('link', { name: 'Prijava / Registracija' }).click()
  await page.getByLabel('Broj mobitela ili e-mail').fill('091 234 5678')
  await page.getByRole('button', { name: 'Pošalji kod' }).click()
  await expect(page.getByText('Došlo je do pogreške.')).toBeVisible()
  await expect(page.getByLabel('Broj mobitela ili e-mail')).toHaveValue('091 234 5678')
  // The screen is there before any script.
  await context.route(/assets/, (route) => route.abort())
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Prijava' })).toBeVisible()
  await expect(page).toHaveTitle(/^Prijava/)
})
