import type { Page } from '@playwright/test'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, expectRecordedOnce, expectWaiting, standing, tap } from '../support/booth-screen'
import type { FaultProxy } from '../support/fault-proxy'
import { faults } from '../support/faults'
import { passTime, untilAnswered } from '../support/pass-time'

/** Tolerance for the call's latency and a busy machine (ms). */
const SLACK_MS = 900

test('fault 13: after server errors the pauses grow, each within its jitter', async ({ page, team, network }) => {
  await openTeam(page, team)
  network.inject(faults.internal, { times: 2 })
  network.inject(faults.unavailable, { times: 1 })
  await tap(page)
  await expectAttempts(network, 4)
  const at = network.calls('awardPoints').map(({ arrivedAt }) => arrivedAt)
  for (const [index, longest] of [1_000, 2_000, 4_000].entries()) {
    const pause = (at[index + 1] ?? 0) - (at[index] ?? 0)
    expect(pause, `pause ${index + 1}`).toBeGreaterThanOrEqual(longest / 2)
    expect(pause, `pause ${index + 1}`).toBeLessThan(longest + SLACK_MS)
  }
  await expectRecordedOnce(page, team)
})

test('fault 14: the pause that the server asks for is respected', async ({ page, team, network }) => {
  await openTeam(page, team)
  network.inject(faults.tooMany(4), { times: 1 })
  await tap(page)
  await expectAttempts(network, 1)
  await expectWaiting(page, team)
  await expectRecordedOnce(page, team)
  const [first, second] = network.calls('awardPoints').map(({ arrivedAt }) => arrivedAt)
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(4_000)
})

test('fault 14: an award made during the pause that the server asked for waits for its end too', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  network.inject(faults.tooMany(4), { times: 1 })
  await tap(page, 'Sudjelovanje')
  await expectAttempts(network, 1)
  await tap(page, 'Pobjeda')
  await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Upisano')
  const [first, second] = network.calls('awardPoints').map(({ arrivedAt }) => arrivedAt)
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(4_000)
})

/**
 * Advances the page's clock past its pauses until this many attempts have arrived. An attempt begins some moments after its timer, and a
 * jump of the clock would time it out: so each is awaited before the next jump.
 */
async function passPauses(page: Page, network: FaultProxy, attempts: number): Promise<void> {
  const arrived = () => network.calls('awardPoints').length
  for (let next = arrived() + 1; next <= attempts; next++) {
    await expect(async () => {
      if (arrived() < next) await passTime(page, 31_000)
      await expect.poll(arrived, { message: 'attempts to send', timeout: 2_000 }).toBeGreaterThanOrEqual(next)
    }).toPass({ timeout: 20_000 })
  }
}

/** Lets attempts fail until the timer's pause has grown to 15 to 30 seconds. */
async function growPause(page: Page, network: FaultProxy): Promise<void> {
  await expectAttempts(network, 1)
  await passPauses(page, network, 6)
  // An attempt that is still on its way when the network comes back would be the one that succeeds.
  await untilAnswered(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
}

/** Much shorter than the pause, and long enough for a busy machine (ms). */
const AT_ONCE = { timeout: 8_000 }

for (const [way, happen] of [
  ['when the app comes to the front', (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))],
  [
    'when the browser says that the connection is back',
    (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online'))),
  ],
  [
    'by the button',
    async (page: Page) => {
      await page.getByRole('button', { name: /^Račun/ }).click()
      await page.getByRole('menuitem', { name: /^Dodjele na uređaju/ }).click()
      await page.getByRole('button', { name: 'Pošalji sada' }).click()
    },
  ],
] as const) {
  test(`fault 24: without Background Sync, waiting awards are sent ${way}`, async ({ page, team, network }) => {
    await page.addInitScript(withoutBackgroundSync)
    await page.clock.install()
    await openTeam(page, team)
    const clear = network.inject(faults.cutBefore)
    await tap(page)
    await growPause(page, network)
    clear()
    await happen(page)
    await expect(standing(page)).toHaveText('Upisano', AT_ONCE)
    await expectRecordedOnce(page, team)
  })
}

test('fault 24: without Background Sync, waiting awards are sent by the timer', async ({ page, team, network }) => {
  await page.addInitScript(withoutBackgroundSync)
  await page.clock.install()
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await growPause(page, network)
  clear()
  await passPauses(page, network, network.calls('awardPoints').length + 1)
  await expectRecordedOnce(page, team)
})

test('fault 24: without Background Sync, waiting awards are sent when the app starts', async ({ page, team, network }) => {
  await page.context().addInitScript(withoutBackgroundSync)
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expectAttempts(network, 1)
  await expectWaiting(page, team)
  await page.close()
  clear()
  const started = await page.context().newPage()
  await started.goto('/vendor/dodjele')
  await expect(started.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: '+5' })).toBeVisible()
  expect(await team.ledger()).toHaveLength(1)
})

/** As in Firefox and Safari. */
function withoutBackgroundSync(): void {
  Reflect.deleteProperty(window, 'SyncManager')
  if ('ServiceWorkerRegistration' in window) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
}
