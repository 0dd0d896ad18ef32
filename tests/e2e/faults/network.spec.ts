import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectAttempts, expectRecordedOnce, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import type { FaultProxy, SeenCall } from '../support/fault-proxy'
import { type Fault, faults } from '../support/faults'

/** What a redirect to another origin logs. */
test.use({ expectedErrors: /Content Security Policy|CORS policy/ })

interface Failure {
  readonly what: string
  readonly fault: Fault
  /** The server records the award, and the phone does not learn of it. */
  readonly recorded?: true
}

/** What a browser makes of it only it can tell; the other failures are played by the schedules and `tests/offline`. */
const failuresOf = ({ portalUrl }: FaultProxy): readonly Failure[] => [
  { what: 'fault 20: a redirect to a captive portal', fault: faults.redirected(portalUrl) },
  { what: 'fault 5: a response lost after the commit', fault: faults.cutAfter, recorded: true },
  { what: 'fault 21: a response that is cut off', fault: faults.truncated, recorded: true },
]

/** The ids under which awards arrived at the proxy. */
const idsOf = (calls: readonly SeenCall[]) => new Set(calls.map(({ fields }) => fields.award_id))

test('faults 5, 20, 21 and 23: whatever goes wrong on the way is not taken for success, and a browser that says that it is offline keeps nothing back; the award is kept, sent again under its id, and counts once', async ({
  page,
  team,
  network,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })
  })
  await openTeam(page, team)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  let given = 0

  async function awardDespite({ fault, recorded }: Failure): Promise<void> {
    const before = network.calls('awardPoints').length
    const callsSince = () => network.calls('awardPoints').slice(before)
    const clear = network.inject(fault, { call: 'awardPoints' })
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

  for (const failure of failuresOf(network)) await test.step(failure.what, () => awardDespite(failure))
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
