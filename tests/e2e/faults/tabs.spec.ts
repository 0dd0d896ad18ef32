import type { Page } from '@playwright/test'
import { ASK_AGAIN_MS } from '../../../src/offline/outbox-lock'
import { expect, type FoundedTeam, openTeam, test } from '../support/booth-behind-proxy'
import {
  awardState,
  expectAttempts,
  give,
  offerButton,
  openFrozenTab,
  sendNow,
  storedAwards,
  tap,
  undoButton,
} from '../support/booth-screen'
import { callAs } from '../support/call-as'
import type { FaultProxy } from '../support/fault-proxy'
import { faults } from '../support/faults'
import { holdTimers } from '../support/held-timers'
import { chooseInMenu } from '../support/teams'
import { waitUntilAppIsCached, wakeWorker } from '../support/worker'

/**
 * Opens a tab whose request is on its way. The returned function freezes the tab, which then runs
 * no script but keeps its lock. It returns a function that lets the tab run again: closing a frozen
 * tab takes many seconds.
 */
async function openSendingTab(
  page: Page,
  team: FoundedTeam,
  network: FaultProxy,
  gate: Promise<void>,
): Promise<() => Promise<() => Promise<unknown>>> {
  const sending = await page.context().newPage()
  // Hold the request's timeouts, so that this tab waits however long the rest takes.
  await holdTimers(sending, 8_000, 15_000)
  await openTeam(sending, team)
  network.inject(faults.heldBefore(gate), { times: 1 })
  await tap(sending, 'Pobjeda')
  await expectAttempts(network, 1)
  return async () => {
    // First let the tab finish with the store: an open transaction of a frozen tab would keep every
    // other tab from writing.
    await expect(sending.getByRole('banner')).toContainText('2')
    await storedAwards(sending)
    const devtools = await page.context().newCDPSession(sending)
    await devtools.send('Debugger.enable')
    const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve))
    await devtools.send('Debugger.pause')
    await paused
    return async () => await devtools.send('Debugger.resume')
  }
}

test('faults 7, 8 and 95: only one tab sends at a time, and others take over when it stops', async ({
  page,
  context,
  team,
  network,
}) => {
  const gate = Promise.withResolvers<void>()
  // Hold the timer after which a tab asks the sending tab again, so that it takes over only when
  // the test lets it.
  const timers = await holdTimers(context, ASK_AGAIN_MS, ASK_AGAIN_MS)
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  const other = await context.newPage()
  await openTeam(other, team)
  const stop = await openSendingTab(page, team, network, gate.promise)
  await give(other, 'Čeka slanje')
  const thaw = await stop()
  // Until it froze, the sending tab answered the other tabs, so none of them has sent.
  expect(network.calls('awardPoints')).toHaveLength(1)
  await tap(page)
  // A silent tab counts as stopped only after some seconds.
  await expect(async () => {
    for (const tab of [page, other]) await timers.letGo(tab)
    for (const tab of [page, other])
      await expect(awardState(tab)).toHaveText('Upisano', { timeout: 1_000 })
  }).toPass()
  await expect
    .poll(async () => (await team.ledger()).map(({ label }) => label).toSorted())
    .toEqual(['Pobjeda', 'Sudjelovanje', 'Sudjelovanje'])
  gate.resolve()
  await expect
    .poll(() => network.calls('awardPoints').filter(({ serverSaid }) => serverSaid === 'OK'))
    .toHaveLength(3)

  // The button takes over at once: no timer runs.
  await openFrozenTab(page)
  await give(page, 'Čeka slanje')
  await chooseInMenu(page, /^Dodjele na uređaju/)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Pošalji sada' })).toBeVisible()
  await sendNow(page)
  await expect(awardState(page)).toHaveText('Upisano')
  await page.keyboard.press('Escape')

  await openFrozenTab(page)
  await tap(page)
  await expect.poll(() => storedAwards(page)).toHaveLength(1)
  for (const tab of [page, other]) await tab.close()
  await wakeWorker(context, network.url)
  await expect.poll(async () => (await team.ledger()).length).toBe(5)
  await thaw()
})

test('two taps within a second make one award, with and without a cooldown; so do four clicks at once', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  for (const offer of ['Sudjelovanje', 'Pobjeda'] as const) {
    await offerButton(page, offer).dblclick()
    await expect(awardState(page, offer)).toHaveText('Upisano')
  }
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još 15 minuta')
  expect((await team.ledger()).map(({ label }) => label)).toEqual(['Sudjelovanje', 'Pobjeda'])
  expect(network.calls('awardPoints')).toHaveLength(2)

  const gate = Promise.withResolvers<void>()
  network.inject(faults.heldBefore(gate.promise))
  await expect(offerButton(page, 'Sudjelovanje')).not.toHaveAttribute('aria-disabled')
  await offerButton(page, 'Sudjelovanje').evaluate((button: HTMLElement) => {
    for (let click = 0; click < 4; click++) button.click()
  })
  await expect(awardState(page)).toHaveText('Šalje se')
  expect(await storedAwards(page)).toHaveLength(1)
  gate.resolve()
  await expect(awardState(page)).toHaveText('Upisano')
  expect(await team.ledger()).toHaveLength(3)
})

test('fault 51: a tab shows within seconds that its award was voided elsewhere', async ({
  page,
  team,
  people,
}) => {
  // Hold the timers, so that the page reads again only when the test lets it.
  const timers = await holdTimers(page, 8_000, 15_000)
  await openTeam(page, team)
  await give(page, 'Upisano')
  const other = await page.context().newPage()
  await other.goto('/vendor/dodjele')
  await other
    .getByRole('button', { name: `Poništi dodjelu: Sudjelovanje, ${team.team_name}` })
    .click()
  await expect(awardState(page)).toHaveText('Poništeno')
  await expect(undoButton(page)).toHaveCount(0)
  expect(await team.ledger()).toEqual([])

  await give(page, 'Upisano')
  const [award] = await team.ledger()
  await callAs(await people.staff('luka'), 'voidAward', { award_id: award?.award_id ?? '' })
  // Fire the timer repeatedly, because a reading that is under way has not set the next timer yet.
  await expect(async () => {
    await timers.letGo(page)
    await expect(awardState(page)).toHaveText('Poništeno', { timeout: 1_000 })
  }).toPass()
})
