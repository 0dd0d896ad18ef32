import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, expectRecordedOnce, expectWaiting, offerButton, standing, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

/** The ids under which awards arrived at the proxy. */
const idsOf = (calls: readonly { fields: Readonly<Record<string, string>> }[]) =>
  new Set(calls.map(({ fields }) => fields.award_id))

test.describe('the request or its response is lost', () => {
  for (const [cited, what, fault] of [
    ['fault 4', 'a request lost on the way out', faults.cutBefore],
    ['fault 13', 'a server that fails', faults.internal],
    ['fault 13', 'a server that is too busy', faults.unavailable],
    ['fault 20', "a captive portal's page", faults.portal],
  ] as const) {
    test(`${cited}: ${what} is not taken for success; the award is kept and then recorded once`, async ({
      page,
      team,
      network,
    }) => {
      await openTeam(page, team)
      const clear = network.inject(fault)
      await tap(page)
      await expectAttempts(network, 2)
      await expectWaiting(page, team)
      clear()
      await expectRecordedOnce(page, team)
      expect(idsOf(network.calls('awardPoints')).size).toBe(1)
    })
  }

  for (const [cited, what, fault] of [
    ['fault 5', 'a response lost after the commit', faults.cutAfter],
    ['fault 21', 'a response that is cut off', faults.truncated],
    ['fault 21', 'a garbled response', faults.garbled],
  ] as const) {
    test(`${cited}: after ${what} the award is sent again under its id and counts once`, async ({ page, team, network }) => {
      await openTeam(page, team)
      const clear = network.inject(fault)
      await tap(page)
      await expectAttempts(network, 2)
      await expect(standing(page)).toHaveText('Čeka slanje')
      expect(await team.ledger(), 'the server has it already').toHaveLength(1)
      clear()
      await expectRecordedOnce(page, team)
      const calls = network.calls('awardPoints')
      expect(idsOf(calls).size).toBe(1)
      expect([calls.at(0)?.serverSaid, calls.at(-1)?.serverSaid]).toEqual(['OK', 'OK duplicate'])
    })
  }
})

test.describe('a portal on another origin', () => {
  test.use({ expectedErrors: /Content Security Policy|CORS policy/ })

  test('fault 20: a redirect to a captive portal is not taken for success; the award is kept and then recorded once', async ({
    page,
    team,
    network,
  }) => {
    await openTeam(page, team)
    const clear = network.inject(faults.redirected(network.portalUrl))
    await tap(page)
    await expectAttempts(network, 2)
    await expectWaiting(page, team)
    clear()
    await expectRecordedOnce(page, team)
  })
})

test('fault 20: a redirect to a portal page on the same origin is not taken for success either', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  const clear = network.inject(faults.redirected('/captive-portal'))
  await tap(page)
  await expectAttempts(network, 2)
  await expectWaiting(page, team)
  clear()
  await expectRecordedOnce(page, team)
})

test('fault 19: without a route the call times out after 15 seconds, and the award is kept', async ({ page, team, network }) => {
  await page.clock.install()
  await openTeam(page, team)
  const clear = network.inject(faults.stalled, { call: 'any' })
  await tap(page)
  await expectAttempts(network, 1)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await page.clock.fastForward(14_000)
  await expect(standing(page)).toHaveText('Šalje se')
  await page.clock.fastForward(1_000)
  await expect(page.getByText(/^Niste povezani/)).toBeVisible()
  await expectWaiting(page, team)
  clear()
  // An attempt that began before the route was back has its own 15 seconds.
  await expect(async () => {
    await page.clock.fastForward(15_000)
    await expect(standing(page)).toHaveText('Upisano', { timeout: 1_000 })
  }).toPass()
  await expectRecordedOnce(page, team)
})

test('faults 22 and 60: a call that hangs after the commit is aborted and sent again under its id, and sending is called no prediction', async ({
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
  const calls = network.calls('awardPoints')
  expect(calls.map(({ serverSaid }) => serverSaid)).toEqual(['OK', 'OK duplicate'])
  expect(idsOf(calls).size).toBe(1)
})

test('fault 23: the award is sent even if the browser says that it is offline', async ({ page, team }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })
  })
  await openTeam(page, team)
  expect(await page.evaluate(() => navigator.onLine)).toBe(false)
  await tap(page)
  await expectRecordedOnce(page, team)
})
