import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, expectRecordedOnce, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

test('fault 48: waiting awards come back after the browser lost the database', async ({ page, team, network, context }) => {
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await tap(page, 'Sudjelovanje')
  await tap(page, 'Pobjeda')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Čeka slanje')
  await expect(standing(page, 'Pobjeda')).toHaveText('Čeka slanje')
  await expectAttempts(network, 1)
  // Browsers evict a site's databases only while none of its pages is open.
  const cdp = await context.newCDPSession(page)
  await page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(network.url).origin, storageTypes: 'indexeddb,cache_storage' })

  await openTeam(page, team)
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Čeka slanje')
  await expect(standing(page, 'Pobjeda')).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(2)
  clear()
  await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Upisano')
  expect((await team.ledger()).map(({ label }) => label).sort()).toEqual(['Pobjeda', 'Sudjelovanje'])
})

test('fault 48: waiting awards come back when the database is lost under the open page', async ({
  page,
  team,
  network,
  context,
}) => {
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(network.url).origin, storageTypes: 'indexeddb' })
  clear()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectRecordedOnce(page, team)
})

test('fault 48: staff are warned when the device has no room left for awards', async ({ page, team }) => {
  await page.addInitScript(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
  })
  await openTeam(page, team)
  await expect(page.getByText('Na uređaju nema dovoljno mjesta.', { exact: false })).toBeVisible()
  await page.goto('/vendor')
  await expect(page.getByText('Na uređaju nema dovoljno mjesta.', { exact: false })).toBeVisible()
})
