import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectAttempts, expectRecordedOnce, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import type { FaultProxy, SeenCall } from '../support/fault-proxy'
import { type Fault, faults } from '../support/faults'
import { untilAnswered } from '../support/pass-time'

/** What a redirect to another origin logs. */
test.use({ expectedErrors: /Content Security Policy|CORS policy/ })

interface Failure {
  readonly what: string
  readonly fault: Fault
  /** The server records the award, and the phone does not learn of it. */
  readonly recorded?: true
}

const failuresOf = ({ portalUrl }: FaultProxy): readonly Failure[] => [
  { what: 'fault 4: a request lost on the way out', fault: faults.cutBefore },
  { what: 'fault 13: a server that fails', fault: faults.internal },
  { what: 'fault 13: a server that is too busy', fault: faults.unavailable },
  { what: 'fault 20: a captive portal’s page', fault: faults.portal },
  { what: 'fault 20: a redirect to a captive portal', fault: faults.redirected(portalUrl) },
  { what: 'fault 20: a redirect to a page of this origin', fault: faults.redirected('/captive-portal') },
  { what: 'fault 5: a response lost after the commit', fault: faults.cutAfter, recorded: true },
  { what: 'fault 21: a response that is cut off', fault: faults.truncated, recorded: true },
  { what: 'fault 21: a garbled response', fault: faults.garbled, recorded: true },
]

/** The ids under which awards arrived at the proxy. */
const idsOf = (calls: readonly SeenCall[]) => new Set(calls.map(({ fields }) => fields.award_id))

test('faults 4, 5, 13, 20, 21 and 30: whatever goes wrong on the way is not taken for success; the award is kept, sent again under its id, and counts once', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  let given = 0

  async function awardDespite({ fault, recorded }: Failure, on: 'awardPoints' | 'any'): Promise<void> {
    const before = network.calls('awardPoints').length
    const callsSince = () => network.calls('awardPoints').slice(before)
    const clear = network.inject(fault, { call: on })
    await tap(page)
    await expectAttempts(network, before + 1)
    await backOnline(page)
    // With the second attempt the outcome of the first is known.
    await expectAttempts(network, before + 2)
    await expect(standing(page)).toHaveText('Čeka slanje')
    expect(await storedAwards(page), 'awards on the device').toHaveLength(1)
    expect(await team.ledger(), 'awards on the server').toHaveLength(recorded ? given + 1 : given)
    clear()
    await backOnline(page)
    await expect(standing(page)).toHaveText('Upisano')
    given += 1
    expect(await team.ledger(), 'awards on the server').toHaveLength(given)
    await expect.poll(() => storedAwards(page), 'awards on the device').toEqual([])
    expect(idsOf(callsSince()).size).toBe(1)
    if (recorded) expect([callsSince().at(0)?.serverSaid, callsSince().at(-1)?.serverSaid]).toEqual(['OK', 'OK duplicate'])
  }

  for (const failure of failuresOf(network)) await test.step(failure.what, () => awardDespite(failure, 'awardPoints'))
  const tooOld = { what: 'fault 30: an app that the server calls too old', fault: faults.clientTooOld }
  await test.step(tooOld.what, () => awardDespite(tooOld, 'any'))
})

test('fault 22: an app whose first question hangs in the middle of its answer asks again and opens', async ({
  page,
  team,
  network,
}) => {
  await untilAnswered(page)
  const before = network.calls('currentUser').length
  network.inject(faults.hangsHalfway, { call: 'currentUser', times: 1 })
  await openTeam(page, team)
  expect(network.calls('currentUser').length).toBe(before + 2)
})

test('fault 23: the award is sent even if the browser says that it is offline', async ({ page, team }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })
  })
  await openTeam(page, team)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await tap(page)
  await expectRecordedOnce(page, team)
})

test('faults 19, 22 and 60: a call without an answer is aborted after 15 seconds and sent again under its id; meanwhile the award is kept, and sending is called no prediction', async ({
  page,
  team,
  network,
}) => {
  await page.clock.install()
  await openTeam(page, team)
  network.inject(faults.stalledAfter, { times: 1 })
  await tap(page, 'Pobjeda')
  await expect.poll(() => network.calls('awardPoints').at(0)?.serverSaid).toBe('OK')
  await expect(standing(page, 'Pobjeda')).toHaveText('Šalje se')
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još 15 minuta')
  await expect(offerButton(page, 'Pobjeda')).not.toContainText('Procjena')
  await page.clock.fastForward(15_000)
  await expectRecordedOnce(page, team, 'Pobjeda')
  expect(network.calls('awardPoints').map(({ serverSaid }) => serverSaid)).toEqual(['OK', 'OK duplicate'])
  expect(idsOf(network.calls('awardPoints')).size).toBe(1)

  const clear = network.inject(faults.stalled, { call: 'any' })
  await tap(page)
  await expectAttempts(network, 3)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await page.clock.fastForward(14_000)
  await expect(standing(page)).toHaveText('Šalje se')
  await page.clock.fastForward(1_000)
  await expect(page.getByText(/^Niste povezani/)).toBeVisible()
  await expect(standing(page)).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(1)
  clear()
  // An attempt that began before the route was back has its own 15 seconds.
  await expect(async () => {
    await page.clock.fastForward(15_000)
    await expect(standing(page)).toHaveText('Upisano', { timeout: 1_000 })
  }).toPass()
  expect((await team.ledger()).map(({ label }) => label).toSorted()).toEqual(['Pobjeda', 'Sudjelovanje'])
})
