import type { Page } from '@playwright/test'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectAttempts, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { untilAnswered } from '../support/pass-time'

test('fault 14: neither another award nor a returning network ends the pause that the server asked for', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  network.inject(faults.tooMany(2), { times: 1 })
  await tap(page, 'Sudjelovanje')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Čeka slanje')
  await expectAttempts(network, 1)
  await tap(page, 'Pobjeda')
  await backOnline(page)
  await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Upisano')
  const [first, second] = network.calls('awardPoints').map(({ arrivedAt }) => arrivedAt)
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(2_000)
})

/** As in Firefox and Safari. */
function withoutBackgroundSync(): void {
  Reflect.deleteProperty(window, 'SyncManager')
  if ('ServiceWorkerRegistration' in window) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
}

const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'when the app comes to the front': (page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
  'when the browser says that the connection is back': backOnline,
  'by the button': (page) => page.getByRole('button', { name: 'Pošalji sada' }).click(),
}

test('fault 24: without Background Sync, waiting awards are sent when the app comes to the front, when the connection is back, by the button, by the timer, and at the next start', async ({
  page,
  context,
  team,
  network,
}) => {
  await context.addInitScript(withoutBackgroundSync)
  await page.clock.install()
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await page.getByRole('button', { name: /^Račun/ }).click()
  await page.getByRole('menuitem', { name: /^Dodjele na uređaju/ }).click()

  const attempts = () => network.calls('awardPoints').length
  // From here on no timer of the page runs: what is sent is sent by what happens.
  await page.clock.pauseAt(Date.now() + 2_000)
  await untilAnswered(page)
  for (const [way, happen] of Object.entries(WAYS)) {
    const before = attempts()
    await happen(page)
    await expect.poll(attempts, way).toBeGreaterThan(before)
    await untilAnswered(page)
  }
  const before = attempts()
  await page.clock.resume()
  await expect.poll(attempts, 'by the timer').toBeGreaterThan(before)
  expect(await storedAwards(page)).toHaveLength(1)
  expect(await team.ledger()).toEqual([])

  await page.close()
  clear()
  const started = await context.newPage()
  await started.goto('/vendor/dodjele')
  await expect(started.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: '+5' })).toBeVisible()
  expect(await team.ledger()).toHaveLength(1)
})
