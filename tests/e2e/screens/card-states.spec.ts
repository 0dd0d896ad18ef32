import { isCall, refuseCall } from '../support/answers'
import { expect, test } from '../support/journey'
import { nextRefresh } from '../support/pass-time'
import { foundTeam, openScreen, panel } from '../support/teams'

test.use({ stream: false })

test('every panel fails and recovers separately, by a tap or the next refresh; unknown cooldowns look neither running nor over', async ({
  page: seen,
  people,
  phone,
}) => {
  await foundTeam(seen, people, 'Svaki Za Sebe')
  // Open the same person's card on a phone without stored data.
  const page = await phone()
  await page.context().addCookies(await seen.context().cookies())
  await page.clock.install()
  const message = await refuseCall(page, 'listMembers', 'INTERNAL', 500)
  for (const name of [
    'listInvites',
    'listVendors',
    'teamPoints',
    'listTeams',
    'checkCooldown',
  ] as const) {
    await page.route(isCall(name), (route) => route.abort())
  }
  const silent = 'Poslužitelj ne odgovara. Provjerite mrežu i pokušajte ponovno.'
  await page.goto('/player')
  await expect(page.getByRole('heading', { level: 1, name: 'Svaki Za Sebe' })).toBeVisible()
  await expect(panel(page, 'Posljednji bodovi')).toContainText(silent)
  for (const place of ['Štandovi', 'Poredak'] as const) {
    await openScreen(page, place)
    await expect(page.getByRole('main')).toContainText(silent)
  }
  await openScreen(page, 'Tim')
  await expect(panel(page, 'Članovi')).toContainText(message)
  for (const title of ['Zahtjevi za pridruživanje', 'Dodjele bodova']) {
    await expect(panel(page, title)).toContainText(silent)
  }
  await page.unrouteAll()
  await page.route(isCall('checkCooldown'), (route) => route.abort())
  await panel(page, 'Dodjele bodova').getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await expect(panel(page, 'Dodjele bodova')).toContainText('Još nema dodjela.')
  await nextRefresh(page, 'listMembers')
  await expect(page.getByRole('button', { name: 'Pokušaj ponovno' })).toHaveCount(0)
  await expect(panel(page, 'Članovi')).toContainText('Kapetan')
  await openScreen(page, 'Štandovi')
  const arcade = page.getByRole('group').filter({ hasText: 'Arkadna zona' })
  await arcade.getByText('Arkadna zona').click()
  await expect(arcade).toContainText('+25 bodova')
  await expect(page.getByText('Pauze trenutačno nisu poznate.')).toBeVisible()
  await expect(arcade).toContainText('Pauza 15 min')
  await expect(arcade).not.toContainText('dostupno', { ignoreCase: true })
})
