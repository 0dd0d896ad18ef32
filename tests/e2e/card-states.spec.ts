import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible'
import { isCall } from './support/answers'
import { expectFitsSmallPhone } from './support/fits-small-phone'
import { expect, test } from './support/journey'
import { foundTeam, nextRefresh, panel } from './support/teams'

/** The same person on a phone without stored data. */
async function newPhoneOf(page: Page, phone: () => Promise<Page>): Promise<Page> {
  const fresh = await phone()
  await fresh.context().addCookies(await page.context().cookies())
  return fresh
}

test('the card stays visible while the server cannot be reached', async ({ page, people }) => {
  await page.clock.install()
  await foundTeam(page, people, 'Čvrsta Veza')
  await expect(panel(page, 'Članovi')).toContainText('Kapetan')
  await expect(panel(page, 'Poredak')).toContainText('Čvrsta Veza')
  await page.route('**/api?**', (route) => route.abort())
  await nextRefresh(page)
  await expect(page.getByText(/^Niste povezani\./)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Čvrsta Veza' })).toBeVisible()
  await expect(panel(page, 'Članovi')).toContainText('Kapetan')
  await expect(panel(page, 'Poredak')).toContainText('Čvrsta Veza')
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
  await page.goto('/player')
  await expect(page.getByRole('heading', { level: 1, name: 'Svaki Za Sebe' })).toBeVisible()
  await expect(panel(page, 'Članovi')).toContainText('Došlo je do pogreške na poslužitelju.')
  for (const title of ['Zahtjevi za pridruživanje', 'Štandovi', 'Dodjele bodova', 'Poredak']) {
    await expect(panel(page, title)).toContainText('Poslužitelj ne odgovara. Provjerite mrežu i pokušajte ponovno.')
  }
  await expectAccessible(page)
  await expectFitsSmallPhone(page)
  await page.unrouteAll()
  await panel(page, 'Štandovi').getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await expect(panel(page, 'Štandovi')).toContainText('Arkadna zona')
  await nextRefresh(page)
  await expect(page.getByRole('button', { name: 'Pokušaj ponovno' })).toHaveCount(0)
  await expect(panel(page, 'Članovi')).toContainText('Kapetan')
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
  await expect(panel(page, 'Dodjele bodova').getByRole('status')).toHaveText('Učitavanje…')
  await expectAccessible(page)
  release()
  await expect(panel(page, 'Dodjele bodova')).toContainText('Još nema dodjela.')
})
