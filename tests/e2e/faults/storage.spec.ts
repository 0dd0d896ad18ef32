import type { Page } from '@playwright/test'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, give, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

/** Lets a test close the page's databases, as iOS does; it fires `close` only sometimes. */
async function letDatabasesClose(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const opened: IDBDatabase[] = []
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (this: IDBFactory, ...asked: Parameters<IDBFactory['open']>) {
      const request = open.apply(this, asked)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    }
    window.addEventListener('close-databases', () => {
      for (const database of opened.splice(0)) database.close()
    })
    window.addEventListener('close-databases-and-say-so', () => {
      for (const database of opened.splice(0)) {
        database.close()
        database.dispatchEvent(new Event('close'))
      }
    })
  })
}

const fire = (page: Page, event: string) => page.evaluate((name) => window.dispatchEvent(new Event(name)), event)

/** Where nothing can be kept: an award that is cut off is called unconfirmed and never waiting, and once nothing is cut the next is recorded. */
async function expectNothingWaits(page: Page, clear: () => void): Promise<void> {
  await tap(page)
  await expect(standing(page)).toContainText('Nije potvrđeno:')
  await expect(page.getByText('Čeka slanje')).toHaveCount(0)
  clear()
  await give(page, 'Upisano')
}

test('faults 25 and 26: when the device closes the database under the app, it is reopened; if it cannot be, or an award no longer fits, one that cannot be sent either is a visible error and never called waiting, and the earlier ones are untouched', async ({
  page,
  team,
  network,
}) => {
  await letDatabasesClose(page)
  await openTeam(page, team)
  let clear = network.inject(faults.cutBefore)
  await give(page, 'Čeka slanje')
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    window.addEventListener('room', () => Object.assign(IDBObjectStore.prototype, { put }))
  })
  await tap(page, 'Pobjeda')
  await expect(standing(page, 'Pobjeda')).toContainText('Nije potvrđeno:')
  await expect(standing(page)).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(1)
  await fire(page, 'room')
  await fire(page, 'close-databases')
  await give(page, 'Čeka slanje', 'Pobjeda')
  await expect.poll(() => storedAwards(page)).toHaveLength(2)
  await fire(page, 'close-databases-and-say-so')
  await tap(page)
  await expect.poll(() => storedAwards(page)).toHaveLength(3)
  await expect(standing(page)).toHaveText('Čeka slanje')
  clear()
  await backOnline(page)
  await expect(standing(page)).toHaveText('Upisano')
  await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
  expect((await team.ledger()).map(({ label }) => label)).toEqual(['Sudjelovanje', 'Pobjeda', 'Sudjelovanje'])

  clear = network.inject(faults.cutBefore)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('close-databases'))
    IDBFactory.prototype.open = () => {
      throw new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError')
    }
  })
  await expectNothingWaits(page, clear)
  expect(await team.ledger()).toHaveLength(4)
})

test('fault 28: a device that blocks storage says that it can only award online, and awards online', async ({
  page,
  team,
  network,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await openTeam(page, team)
  await expect(page.getByText('Ovaj uređaj ne sprema dodjele, pa ih možete davati samo dok ste povezani.')).toBeVisible()
  const clear = network.inject(faults.cutBefore)
  await expectNothingWaits(page, clear)
  expect(await team.ledger()).toHaveLength(1)
})
