import type { Page } from '@playwright/test'
import { returnToApp } from '../support/app-running'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import {
  awardState,
  backOnline,
  expectAttempts,
  expectOnList,
  expectRecordedOnce,
  give,
  storedAwards,
  tap,
} from '../support/booth-screen'
import { faults } from '../support/faults'
import { holdTimers } from '../support/held-timers'
import { untilAnswered, untilAtRest } from '../support/pass-time'
import { chooseInMenu } from '../support/teams'

/** The browser logs these errors when it refuses a redirect to another origin. */
test.use({ expectedErrors: /Content Security Policy|CORS policy/ })

// Faults 20 and 23 need a real browser: they depend on how it treats a redirect, and on its
// `navigator.onLine`. The schedules play the other network failures.
test('faults 20 and 23: neither a captive portal’s redirect nor a false offline sign loses or doubles an award', async ({
  page,
  team,
  network,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })
  })
  await openTeam(page, team)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  const clear = network.inject(faults.redirected(network.portalUrl))
  await tap(page)
  await expectAttempts(network, 1)
  await backOnline(page)
  // A second attempt shows that the first one has ended.
  await expectAttempts(network, 2)
  await expect(awardState(page)).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(1)
  expect(await team.ledger()).toEqual([])
  clear()
  await backOnline(page)
  await expectRecordedOnce(page, team)
  expect(new Set(network.calls('awardPoints').map(({ fields }) => fields.award_id)).size).toBe(1)
})

/** Removes Background Sync, which Firefox and Safari lack. */
function withoutBackgroundSync(): void {
  Reflect.deleteProperty(window, 'SyncManager')
  if ('ServiceWorkerRegistration' in window)
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
}

/**
 * Hold timers of at least this length (ms): even the shortest delay before a retry is longer, and
 * the timers that rendering needs are shorter.
 */
const RETRY_MS = 400

const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'when the app comes to the front': returnToApp,
  'when the browser says that the connection is back': backOnline,
  'by the button': (page) => page.getByRole('button', { name: 'Pošalji sada' }).click(),
}

test('fault 24: without Background Sync, the app still sends waiting awards by itself', async ({
  page,
  context,
  team,
  network,
}) => {
  await context.addInitScript(withoutBackgroundSync)
  // Hold the timers of retries, so that only the event under test can send the award.
  const timers = await holdTimers(page, RETRY_MS)
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await give(page, 'Čeka slanje')
  await chooseInMenu(page, /^Dodjele na uređaju/)
  await expect(page.getByRole('dialog')).toBeVisible()

  const attempts = () => network.calls('awardPoints').length
  for (const [way, happen] of Object.entries(WAYS)) {
    await untilAtRest(page)
    const before = attempts()
    await happen(page)
    await expect.poll(attempts, way).toBeGreaterThan(before)
    await untilAnswered(page)
  }
  const before = attempts()
  await timers.letGo(page)
  await expect.poll(attempts, 'by the timer').toBeGreaterThan(before)
  expect(await storedAwards(page)).toHaveLength(1)
  expect(await team.ledger()).toEqual([])

  await page.close()
  clear()
  const started = await context.newPage()
  await expectOnList(started, team, '+5')
  expect(await team.ledger()).toHaveLength(1)
})
