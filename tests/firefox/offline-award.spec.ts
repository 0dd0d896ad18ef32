import { expect, openTeam, test } from '../e2e/support/booth-behind-proxy'
import { awardState, expectRecordedOnce, give, storedAwards } from '../e2e/support/booth-screen'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../e2e/support/worker'

test('faults 3 and 24: an award made without a server survives a reload and is sent once, without Background Sync', async ({
  page,
  team,
  network,
}) => {
  await page.goto('/vendor')
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, new RegExp(team.team_id))
  await openTeam(page, team)
  expect(await page.evaluate(() => 'sync' in ServiceWorkerRegistration.prototype)).toBe(false)
  const reconnect = network.goDown()

  await give(page, 'Čeka slanje', 'Pobjeda')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: team.team_name })).toBeVisible()
  await expect(awardState(page, 'Pobjeda')).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(1)

  reconnect()
  await expectRecordedOnce(page, team, 'Pobjeda')
  expect((await team.ledger()).map(({ points }) => points)).toEqual([25])
  expect(network.calls('awardPoints').filter(({ serverSaid }) => serverSaid !== null)).toHaveLength(
    1,
  )
})
