import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectRecordedOnce, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

test('fault 1: "čeka slanje" appears only after the transaction has completed, and its durability is strict', async ({
  page,
  team,
  network,
}) => {
  await page.addInitScript(() => {
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
      const transaction = begin.call(this, stores, mode, options)
      if (this.name === 'geek-outbox' && mode === 'readwrite') {
        document.documentElement.dataset.durability = transaction.durability
      }
      return transaction
    }
  })
  await openTeam(page, team)
  // The tap's transaction stays open until the test releases it.
  await page.evaluate(() => {
    IDBTransaction.prototype.commit = () => undefined
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      const keepOpen = () => {
        document.documentElement.dataset.held = 'yes'
        if (document.documentElement.dataset.removeRoutes === undefined) this.count().onsuccess = keepOpen
      }
      keepOpen()
      return put.call(this, value, key)
    }
  })
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expect(page.locator('html')).toHaveAttribute('data-held', 'yes')
  await expect(standing(page)).toHaveText('')
  await page.evaluate(() => {
    document.documentElement.dataset.removeRoutes = 'yes'
  })
  await expect(standing(page)).toHaveText('Čeka slanje')
  await expect(page.locator('html')).toHaveAttribute('data-durability', 'strict')
  expect(await storedAwards(page)).toHaveLength(1)
  clear()
  await expectRecordedOnce(page, team)
})

test('fault 27: persistent storage is requested; if storage is evicted anyway, the server’s list still shows what was recorded', async ({
  page,
  team,
  network,
}) => {
  await page.addInitScript(() => {
    const persist = StorageManager.prototype.persist
    StorageManager.prototype.persist = function (this: StorageManager) {
      document.documentElement.dataset.persist = 'asked'
      return persist.call(this)
    }
  })
  await openTeam(page, team)
  await expect(page.locator('html')).toHaveAttribute('data-persist', 'asked')
  await tap(page)
  await expectRecordedOnce(page, team)

  await page.goto('/manifest.webmanifest')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', {
    origin: network.url,
    storageTypes: 'indexeddb,local_storage,cache_storage,service_workers',
  })
  await page.goto('/vendor/dodjele')
  await expect(page.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: '+5' })).toBeVisible()
})
