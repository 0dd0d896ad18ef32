import { HEALTH_PATH } from '#contract/protocol'
import { STORAGE_DEADLINE_MS } from '../../../src/api/indexed-db'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import {
  awardState,
  backOnline,
  expectOnList,
  expectRecordedOnce,
  give,
  killPage,
  latestAward,
  offerButton,
  storedAwards,
  tap,
} from '../support/booth-screen'
import { breakStorage, letStorageBreak } from '../support/broken-storage'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { holdTimers } from '../support/held-timers'
import { stopTime } from '../support/pass-time'
import { chooseInMenu } from '../support/teams'

test('faults 1, 2 and 3: "čeka slanje" appears only once the award is stored, and survives a killed page', async ({
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
  // Keep the transaction open by making one request after another on it.
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.hold = 'yes'
    IDBTransaction.prototype.commit = () => undefined
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
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
  // Stop the clock, because the app gives up on storage that takes 3 s (fault 47).
  await stopTime(page)
  await tap(page)
  await expect(html).toHaveAttribute('data-held', 'yes')
  // The button looks locked only once storing takes a while.
  await page.clock.runFor(100)
  await expect(offerButton(page, 'Sudjelovanje')).toBeDisabled()
  await expect(awardState(page)).toHaveCount(0)
  await html.evaluate(({ dataset }) => Object.assign(dataset, { hold: 'no' }))
  await page.clock.resume()
  await expect(awardState(page)).toHaveText('Čeka slanje')
  await expect(html).toHaveAttribute('data-durability', 'strict')
  expect(await storedAwards(page)).toHaveLength(1)

  await html.evaluate(({ dataset }) => Object.assign(dataset, { hold: 'yes', held: 'no' }))
  await stopTime(page)
  await tap(page, 'Pobjeda')
  await expect(html).toHaveAttribute('data-held', 'yes')
  await expect(awardState(page, 'Pobjeda')).toHaveCount(0)
  await killPage(page)
  const restarted = await context.newPage()
  await restarted.clock.resume()
  await openTeam(restarted, team)
  await expect(awardState(restarted)).toHaveText('Čeka slanje')
  await expect(awardState(restarted, 'Pobjeda')).toHaveCount(0)
  expect(await storedAwards(restarted)).toHaveLength(1)
  clear()
  await backOnline(restarted)
  await expectRecordedOnce(restarted, team)
  expect(
    network.calls('awardPoints').filter(({ fields }) => fields.point_type === 'pobjeda'),
  ).toEqual([])
})

test('fault 96: the server’s answer is shown at once even if the store reports its commit late', async ({
  page,
  team,
  network,
}) => {
  await page.addInitScript(() => {
    const complete = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete')
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
      ...complete,
      set(this: IDBTransaction, handler: (event: Event) => void) {
        const report = (event: Event) => {
          if (document.documentElement.dataset.late === 'yes' && this.db.name === 'geek-outbox')
            window.addEventListener('reported', () => handler.call(this, event))
          else handler.call(this, event)
        }
        complete?.set?.call(this, report)
      },
    })
  })
  // Hold the timer after which the app gives up on the store: the answer must be shown without it.
  const timers = await holdTimers(page, STORAGE_DEADLINE_MS, STORAGE_DEADLINE_MS)
  await openTeam(page, team)
  const gate = Promise.withResolvers<void>()
  network.inject(faults.heldAfter(gate.promise), { times: 1 })
  await give(page, 'Šalje se', 'Pobjeda')
  // From here on a script in the page records the words of the line and whether the button is free.
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.late = 'yes'
    const said: string[] = []
    const look = () => {
      const line =
        document.querySelector('[data-award="Pobjeda"] [data-state]')?.textContent ?? 'nothing'
      const button = [...document.querySelectorAll('[data-points]')].find(({ textContent }) =>
        textContent.startsWith('Pobjeda'),
      )
      const words =
        button?.getAttribute('aria-disabled') === 'true' ? line : `${line}, and the button is free`
      if (said.at(-1) !== words) said.push(words)
      dataset.said = said.join('; ')
    }
    look()
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
  gate.resolve()
  await expect(awardState(page, 'Pobjeda')).toHaveText('Upisano')
  await expect.poll(() => storedAwards(page)).toEqual([])
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { late: 'no' }))
  await timers.letGo(page)
  await page.evaluate(() => window.dispatchEvent(new Event('reported')))
  await give(page, 'Upisano')
  await expect(page.locator('html')).toHaveAttribute('data-said', 'Šalje se; Upisano')
  expect(network.calls('awardPoints')).toHaveLength(2)
  expect(await team.ledger()).toHaveLength(2)
})

test('faults 27 and 48: waiting awards come back after the browser lost the database', async ({
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
  const lose = (storageTypes: string) =>
    devtools.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes })
  await openTeam(page, team)
  await expect(page.locator('html')).toHaveAttribute('data-persist', 'asked')
  await tap(page)
  await expectRecordedOnce(page, team)

  const clear = network.inject(faults.cutBefore)
  await tap(page, 'Sudjelovanje')
  await give(page, 'Čeka slanje', 'Pobjeda')
  await expect.poll(() => storedAwards(page)).toHaveLength(2)
  // Leave the app, because browsers evict only databases of sites that are not open. At most other
  // addresses the worker would open the app.
  await page.goto(HEALTH_PATH)
  await lose('indexeddb,cache_storage')
  await openTeam(page, team)
  await expect(awardState(page, 'Sudjelovanje')).toHaveText('Čeka slanje')
  await expect(awardState(page, 'Pobjeda')).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(2)

  await lose('indexeddb')
  clear()
  await backOnline(page)
  await expect(awardState(page, 'Pobjeda')).toHaveText('Upisano')
  await expect(awardState(page, 'Sudjelovanje')).toHaveText('Upisano')
  expect((await team.ledger()).map(({ label }) => label).toSorted()).toEqual([
    'Pobjeda',
    'Sudjelovanje',
    'Sudjelovanje',
  ])

  await page.goto(HEALTH_PATH)
  await lose('indexeddb,local_storage,cache_storage,service_workers')
  await expectOnList(page, team, '+25')
})

const OUTBOX = 'geek-outbox'
const UNREADABLE = /ne mogu pročitati/

test('fault 46: an outbox that cannot be read at the start is never called empty, and signing out warns', async ({
  page,
  context,
  team,
  network,
}) => {
  await letStorageBreak(context)
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await give(page, 'Čeka slanje')
  const dialog = page.getByRole('dialog')
  // The copy in local storage still names the team while the outbox cannot be read.
  const award = dialog.getByRole('listitem').filter({ hasText: team.team_name })

  await breakStorage(page, OUTBOX, { lateMs: 2_000 })
  // Stop the clock and step it slowly, so that even a busy machine opens the list before the outbox
  // is read.
  await page.clock.install()
  await stopTime(page)
  await page.goto('/vendor', { waitUntil: 'commit' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(page.getByRole('button', { name: /^Račun/ })).toBeVisible({ timeout: 100 })
  }).toPass()
  await chooseInMenu(page, 'Dodjele na uređaju')
  await expect(dialog.getByText('Dodjele se učitavaju.')).toBeVisible()
  await page.clock.resume()
  await expect(award).toBeVisible()
  await expect(page.getByText('Sve je upisano.')).toHaveCount(0)

  for (const how of ['throws', 'hangs'] as const) {
    await breakStorage(page, OUTBOX, how)
    await page.goto('/vendor')
    await expect(page.getByRole('button', { name: /^Račun/ })).toBeVisible()
    // The app gives up on storage that takes 3 s (fault 47).
    await page.clock.fastForward(3_000)
    await expect(page.getByRole('main').getByText('Dodjele se ne mogu pročitati')).toBeVisible()
    await chooseInMenu(page, 'Dodjele na uređaju')
    await expect(dialog.getByText(UNREADABLE)).toBeVisible()
    await expect(award).toBeVisible()
    await expect(page.getByText('Sve je upisano.')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await chooseInMenu(page, 'Odjava')
    await expect(page.getByRole('alertdialog', { name: 'Odjava prije slanja' })).toContainText(
      UNREADABLE,
    )
    await page.keyboard.press('Escape')
  }

  const cookies = await context.cookies()
  await context.clearCookies()
  await page.goto('/auth/login')
  await expect(page.getByText(UNREADABLE)).toBeVisible()
  await context.addCookies(cookies)

  await breakStorage(page, OUTBOX, null)
  await openTeam(page, team)
  await expect(awardState(page)).toHaveText('Čeka slanje')
  // Let the award through only now: earlier, the worker might send it before a page shows it as
  // waiting.
  clear()
  await backOnline(page)
  await expectRecordedOnce(page, team)
  await expect(page.getByText(UNREADABLE)).toHaveCount(0)
})

test('fault 28: a device that blocks storage says that it can only award online, and awards online', async ({
  page,
  team,
  network,
  people,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await openTeam(page, team)
  await expect(
    page.getByText('Ovaj uređaj ne sprema dodjele, pa ih možete davati samo dok ste povezani.'),
  ).toBeVisible()
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expect(awardState(page)).toContainText('Nije potvrđeno:')
  await expect(page.getByText('Čeka slanje')).toHaveCount(0)
  clear()
  await give(page, 'Upisano')
  expect(await team.ledger()).toHaveLength(1)

  // A colleague gives the same points first. Cut the readings, so that this page's list is older.
  network.inject(faults.cutBefore, { call: 'any' })
  network.inject(faults.none)
  const { team_id } = team
  await callAs(await people.staff('iva'), 'awardPoints', { team_id, point_type: 'pobjeda' })
  await give(page, /^Odbijeno: /, 'Pobjeda')
  await latestAward(page)
    .getByRole('button', { name: /^U redu/ })
    .click()
  await expect(awardState(page, 'Pobjeda')).toHaveCount(0)
})
