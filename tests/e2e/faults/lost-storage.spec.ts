import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectOnList, expectRecordedOnce, give, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

test('faults 27 and 48: persistent storage is requested; waiting awards come back after the browser lost the database, also under the open page; once all is evicted, the server’s list shows what was recorded', async ({
  page,
  team,
  network,
  context,
}) => {
  await page.addInitScript(() => {
    const persist = StorageManager.prototype.persist
    StorageManager.prototype.persist = function (this: StorageManager) {
      document.documentElement.dataset.persist = 'asked'
      return persist.call(this)
    }
  })
  const devtools = await context.newCDPSession(page)
  const lose = (storageTypes: string) => devtools.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes })
  await openTeam(page, team)
  await expect(page.locator('html')).toHaveAttribute('data-persist', 'asked')
  await tap(page)
  await expectRecordedOnce(page, team)

  const clear = network.inject(faults.cutBefore)
  await tap(page, 'Sudjelovanje')
  await give(page, 'Čeka slanje', 'Pobjeda')
  await expect.poll(() => storedAwards(page)).toHaveLength(2)
  // Browsers evict a site's databases only while the app is not open.
  await page.goto('/manifest.webmanifest')
  await lose('indexeddb,cache_storage')
  await openTeam(page, team)
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Čeka slanje')
  await expect(standing(page, 'Pobjeda')).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(2)

  await lose('indexeddb')
  clear()
  await backOnline(page)
  await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Upisano')
  expect((await team.ledger()).map(({ label }) => label).toSorted()).toEqual(['Pobjeda', 'Sudjelovanje', 'Sudjelovanje'])

  await page.goto('/manifest.webmanifest')
  await lose('indexeddb,local_storage,cache_storage,service_workers')
  await expectOnList(page, team, '+25')
})
