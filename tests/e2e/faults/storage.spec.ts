import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

test('fault 2: a page killed before the award is stored has shown no success', async ({ page, team, network }) => {
  await openTeam(page, team)
  // The transaction stays open as long as requests keep being made on it.
  await page.evaluate(() => {
    IDBTransaction.prototype.commit = () => undefined
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      const keepOpen = () => {
        document.documentElement.dataset.held = String(Number(document.documentElement.dataset.held ?? 0) + 1)
        this.count().onsuccess = keepOpen
      }
      keepOpen()
      return put.call(this, value, key)
    }
  })
  await tap(page)
  await page.waitForFunction(() => Number(document.documentElement.dataset.held) > 200)
  await expect(offerButton(page, 'Sudjelovanje')).toBeDisabled()
  await expect(standing(page)).toHaveText('')
  await expect(page.getByText(/čeka/i)).toHaveCount(0)
  expect(network.calls('awardPoints')).toEqual([])

  const cdp = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void cdp.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
  const restarted = await page.context().newPage()
  await openTeam(restarted, team)
  await expect(standing(restarted)).toHaveText('')
  expect(await storedAwards(restarted)).toEqual([])
  expect(await team.ledger()).toEqual([])
  expect(network.calls('awardPoints')).toEqual([])
})

test.describe('fault 25: the device closes the database under the app', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const opened: IDBDatabase[] = []
      const open = IDBFactory.prototype.open
      IDBFactory.prototype.open = function (this: IDBFactory, ...asked: Parameters<IDBFactory['open']>) {
        const request = open.apply(this, asked)
        request.addEventListener('success', () => opened.push(request.result))
        return request
      }
      // When iOS closes a database, it fires `close` only sometimes, so both cases are played.
      window.addEventListener('close-databases', () => {
        for (const database of opened.splice(0)) database.close()
      })
      window.addEventListener('close-databases-and-say-so', () => {
        for (const database of opened.splice(0)) {
          database.close()
          database.dispatchEvent(new Event('close'))
        }
      })
      window.addEventListener('refuse-databases', () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError')
        }
      })
    })
  })

  for (const [how, event] of [
    ['without an event', 'close-databases'],
    ['with a close event', 'close-databases-and-say-so'],
  ] as const) {
    test(`${how}: it is reopened, and both the waiting and the new award are recorded`, async ({ page, team, network }) => {
      await openTeam(page, team)
      const clear = network.inject(faults.cutBefore)
      await tap(page)
      await expectAttempts(network, 1)
      await page.evaluate((name) => window.dispatchEvent(new Event(name)), event)
      await tap(page, 'Pobjeda')
      await expect(standing(page, 'Pobjeda')).toHaveText('Čeka slanje')
      await expect(standing(page)).toHaveText('Čeka slanje')
      expect(await storedAwards(page)).toHaveLength(2)
      clear()
      await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
      await expect(standing(page)).toHaveText('Upisano')
      expect((await team.ledger()).map(({ label }) => label)).toEqual(['Sudjelovanje', 'Pobjeda'])
    })
  }

  test('and cannot be reopened: an award that cannot be sent either is a visible error, never called waiting', async ({
    page,
    team,
    network,
  }) => {
    await openTeam(page, team)
    const clear = network.inject(faults.cutBefore)
    await page.evaluate(() => {
      window.dispatchEvent(new Event('close-databases'))
      window.dispatchEvent(new Event('refuse-databases'))
    })
    await tap(page)
    await expect(standing(page)).toContainText('Nije potvrđeno:')
    await expect(page.getByText('Čeka slanje')).toHaveCount(0)
    expect(await team.ledger()).toEqual([])
    clear()
    await tap(page)
    await expect(standing(page)).toHaveText('Upisano')
    expect(await team.ledger()).toHaveLength(1)
  })
})

test('fault 31: entries that cannot be read are shown, kept, and block nothing', async ({ page, team, network }) => {
  await openTeam(page, team)
  const broken = [{ version: 99, awardId: 'iz-buducnosti' }, 'samo tekst', null, { version: 1, awardId: 'bez-ostaloga' }]
  await page.evaluate(
    (values) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('geek-outbox')
        opening.onsuccess = () => {
          const writing = opening.result.transaction('awards', 'readwrite')
          for (const [index, value] of values.entries()) writing.objectStore('awards').put(value, `0000-${index}`)
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    broken,
  )
  await page.goto('/vendor')
  await expect(page.getByText(/^4\sdodjele ne mogu se pročitati\./)).toBeVisible()

  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expectAttempts(network, 2)
  clear()
  await expect(standing(page)).toHaveText('Upisano')
  expect(await team.ledger()).toHaveLength(1)
  await expect.poll(() => storedAwards(page)).toEqual(broken)
  await page.goto('/vendor')
  await expect(page.getByText(/^4\sdodjele ne mogu se pročitati\./)).toBeVisible()
})
