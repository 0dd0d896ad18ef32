import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectRecordedOnce, killPage, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

test('faults 1, 2 and 3: "čeka slanje" appears only after the transaction has completed, which is strict; a page killed before that has shown no success, and one killed after it loses nothing', async ({
  page,
  context,
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
  await page.clock.install()
  await openTeam(page, team)
  // A transaction stays open as long as requests keep being made on it.
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.hold = 'yes'
    IDBTransaction.prototype.commit = () => undefined
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      let rounds = 0
      const keepOpen = () => {
        rounds += 1
        if (rounds > 200) dataset.held = 'yes'
        if (dataset.hold === 'yes') this.count().onsuccess = keepOpen
      }
      keepOpen()
      return put.call(this, value, key)
    }
  })
  const clear = network.inject(faults.cutBefore)
  const html = page.locator('html')
  // Time stands still meanwhile: storage that takes 3 s is given up (fault 47).
  await page.clock.pauseAt(Date.now() + 1_000)
  await tap(page)
  await expect(html).toHaveAttribute('data-held', 'yes')
  await expect(offerButton(page, 'Sudjelovanje')).toBeDisabled()
  await expect(standing(page)).toHaveCount(0)
  await html.evaluate(({ dataset }) => Object.assign(dataset, { hold: 'no' }))
  await page.clock.resume()
  await expect(standing(page)).toHaveText('Čeka slanje')
  await expect(html).toHaveAttribute('data-durability', 'strict')
  expect(await storedAwards(page)).toHaveLength(1)

  await html.evaluate(({ dataset }) => Object.assign(dataset, { hold: 'yes', held: 'no' }))
  await page.clock.pauseAt(Date.now() + 2_000)
  await tap(page, 'Pobjeda')
  await expect(html).toHaveAttribute('data-held', 'yes')
  await expect(standing(page, 'Pobjeda')).toHaveCount(0)
  await killPage(page)
  const restarted = await context.newPage()
  await restarted.clock.resume()
  await openTeam(restarted, team)
  await expect(standing(restarted)).toHaveText('Čeka slanje')
  await expect(standing(restarted, 'Pobjeda')).toHaveCount(0)
  expect(await storedAwards(restarted)).toHaveLength(1)
  clear()
  await backOnline(restarted)
  await expectRecordedOnce(restarted, team)
  expect(network.calls('awardPoints').filter(({ fields }) => fields.point_type === 'pobjeda')).toEqual([])
})
