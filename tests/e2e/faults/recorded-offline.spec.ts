import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { offerButton, standing, tap } from '../support/booth-screen'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

test.afterEach(async ({ game }) => {
  await game.halt('SIGTERM')
  await game.resume()
})

test('without a network, an award seen recorded closes its button for the pause and stands among the booth’s awards, after a reload too', async ({
  page,
  team,
  game,
  network,
}) => {
  await page.goto('/vendor/dodjele')
  await expect(page.getByRole('region', { name: 'Dodjele štanda' })).toBeVisible()
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, /"listAwards"/)
  // Nothing but the award's own answer says that it is recorded.
  network.inject(({ cut }) => cut(), { call: 'listAwards' })
  network.inject(({ cut }) => cut(), { call: 'checkCooldown' })
  await tap(page, 'Pobjeda')
  await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
  await waitUntilDataIsStored(page, /"made_here":\[\{/)
  await game.halt('SIGTERM')

  await page.reload()
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još 15 minuta')
  await expect(offerButton(page, 'Pobjeda')).toContainText('Procjena: uređaj nije povezan')
  await expect(offerButton(page, 'Pobjeda')).toBeDisabled()
  await expect(offerButton(page, 'Sudjelovanje')).toBeEnabled()
  await expect(page.getByRole('listitem').filter({ has: offerButton(page, 'Pobjeda') })).not.toContainText('Sada dostupno')
  await page.goto('/vendor/dodjele')
  await expect(page.getByText(/^Niste povezani\./)).toBeVisible()
  const rows = page.getByRole('region', { name: 'Dodjele štanda' }).getByRole('listitem').filter({ hasText: team.team_name })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Pobjeda')

  network.reset()
  await game.resume()
  await page.reload()
  await expect(page.getByText(/^Niste povezani\./)).toBeHidden()
  await expect(rows).toHaveCount(1)
})
