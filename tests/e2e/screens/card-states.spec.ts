import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { isCall } from '../support/answers'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { expect, test } from '../support/journey'
import { foundTeam, nextRefresh, openPlace, panel } from '../support/teams'

test.use({ stream: false })

/** The same person on a phone without stored data. */
async function newPhoneOf(page: Page, phone: () => Promise<Page>): Promise<Page> {
  const fresh = await phone()
  await fresh.context().addCookies(await page.context().cookies())
  return fresh
}

/** What each place of the team shows. */
const SHOWN = { Štandovi: 'Arkadna zona', Poredak: 'Čvrsta Veza', Tim: 'Kapetan' } as const

test('the card and its places stay visible while the server cannot be reached', async ({ page, people }) => {
  await page.clock.install()
  await foundTeam(page, people, 'Čvrsta Veza')
  for (const place of ['Štandovi', 'Poredak', 'Tim'] as const) {
    await openPlace(page, place)
    await expect(page.getByRole('main')).toContainText(SHOWN[place])
  }
  await page.route('**/api?**', (route) => route.abort())
  await nextRefresh(page)
  await expect(page.getByText(/^Niste povezani\./)).toBeVisible()
  for (const place of ['Štandovi', 'Poredak', 'Tim'] as const) {
    await openPlace(page, place)
    await expect(page.getByRole('main')).toContainText(SHOWN[place])
    await expectAccessible(page)
  }
  await openPlace(page, 'Kartica')
  await expect(page.getByRole('heading', { level: 1, name: 'Čvrsta Veza' })).toBeVisible()
  await expectAccessible(page)
})

test('a phone without stored data says that there is no network', async ({ page, people, phone }) => {
  await foundTeam(page, people, 'Prvi Put')
  const fresh = await newPhoneOf(page, phone)
  await fresh.route('**/api?**', (route) => route.abort())
  await fresh.goto('/player')
  await expect(fresh.getByRole('heading', { name: 'Niste povezani' })).toBeVisible()
  await expectAccessible(fresh)
  await fresh.unroute('**/api?**')
  await fresh.getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await expect(fresh.getByRole('heading', { level: 1, name: 'Prvi Put' })).toBeVisible()
})

test('every panel fails and recovers independently, on request or with the next refresh', async ({
  page: seen,
  people,
  phone,
}) => {
  await foundTeam(seen, people, 'Svaki Za Sebe')
  const page = await newPhoneOf(seen, phone)
  await page.clock.install()
  const broken = {
    status: 'KO',
    code: 'INTERNAL',
    message: 'Došlo je do pogreške na poslužitelju.',
    server_time: new Date().toISOString(),
  }
  await page.route(isCall('listMembers'), (route) => route.fulfill({ status: 500, json: broken }))
  for (const name of ['listInvites', 'listVendors', 'teamPoints', 'listTeams'] as const) {
    await page.route(isCall(name), (route) => route.abort())
  }
  const silent = 'Poslužitelj ne odgovara. Provjerite mrežu i pokušajte ponovno.'
  await page.goto('/player')
  await expect(page.getByRole('heading', { level: 1, name: 'Svaki Za Sebe' })).toBeVisible()
  await expect(panel(page, 'Posljednji bodovi')).toContainText(silent)
  for (const place of ['Štandovi', 'Poredak'] as const) {
    await openPlace(page, place)
    await expect(page.getByRole('main')).toContainText(silent)
    await expectAccessible(page)
    await expectFitsSmallPhone(page)
  }
  await openPlace(page, 'Tim')
  await expect(panel(page, 'Članovi')).toContainText('Došlo je do pogreške na poslužitelju.')
  for (const title of ['Zahtjevi za pridruživanje', 'Dodjele bodova']) {
    await expect(panel(page, title)).toContainText(silent)
  }
  await expectAccessible(page)
  await expectFitsSmallPhone(page)
  await page.unrouteAll()
  await panel(page, 'Dodjele bodova').getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await expect(panel(page, 'Dodjele bodova')).toContainText('Još nema dodjela.')
  await nextRefresh(page, 'listMembers')
  await expect(page.getByRole('button', { name: 'Pokušaj ponovno' })).toHaveCount(0)
  await expect(panel(page, 'Članovi')).toContainText('Kapetan')
  await openPlace(page, 'Štandovi')
  await expect(page.getByRole('main')).toContainText('Arkadna zona')
})

test('a panel says that it is loading', async ({ page, people }) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(isCall('teamPoints'), async (route) => {
    await released
    await route.continue()
  })
  await foundTeam(page, people, 'Čekaonica')
  await expect(panel(page, 'Posljednji bodovi').getByRole('status')).toHaveText('Učitavanje…')
  await expectAccessible(page)
  release()
  await expect(panel(page, 'Posljednji bodovi')).toContainText('Još nema dodjela.')
})
