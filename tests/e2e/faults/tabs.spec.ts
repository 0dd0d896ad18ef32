import type { Page } from '@playwright/test'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, expectRecordedOnce, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { createGate, faults } from '../support/faults'

for (const [when, hold] of [
  ['before the server receives it', faults.heldBefore],
  ['after the server recorded it', faults.heldAfter],
] as const) {
  test(`fault 6: when the app is closed in mid-flight ${when}, the award is sent again under its id and counts once`, async ({
    page,
    team,
    network,
  }) => {
    await openTeam(page, team)
    const gate = createGate()
    network.inject(hold(gate.opened), { times: 1 })
    await tap(page)
    await expectAttempts(network, 1)
    await expect(standing(page)).toHaveText('Šalje se')
    await page.close()

    const reopened = await page.context().newPage()
    await reopened.goto('/vendor/dodjele')
    await expect(reopened.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: '+5' })).toBeVisible()
    // The call that was in flight when the page closed arrives last.
    gate.open()
    const said = () => network.calls('awardPoints').map(({ serverSaid }) => serverSaid ?? 'nothing yet')
    await expect.poll(() => said().toSorted()).toEqual(['OK', 'OK duplicate'])
    expect(new Set(network.calls('awardPoints').map(({ fields }) => fields.award_id)).size).toBe(1)
    expect(await team.ledger()).toHaveLength(1)
    await expect.poll(() => storedAwards(reopened)).toEqual([])
  })
}

test('fault 8: another tab takes over the queue of a frozen tab within 30 seconds', async ({ page, team, network }) => {
  const frozen = await page.context().newPage()
  await frozen.goto('/manifest.webmanifest')
  await frozen.evaluate(
    () =>
      new Promise<void>((held) => {
        const holding = navigator.locks.request('geek-outbox-drain', () => {
          held()
          return new Promise(() => {})
        })
        // The lock is stolen in the end.
        holding.catch(() => undefined)
      }),
  )
  const opened = Date.now()
  await openTeam(page, team)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  expect(network.calls('awardPoints')).toEqual([])
  await expect(standing(page)).toHaveText('Upisano', { timeout: 35_000 })
  expect(Date.now() - opened).toBeLessThan(31_000)
  await expectRecordedOnce(page, team)
})

/** Fires every event that starts a drain at once, as when a phone is taken out of a pocket just as the network returns. */
async function burst(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const _time of [1, 2, 3]) {
      window.dispatchEvent(new Event('online'))
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
  // Every drain started above has read the outbox and made its calls by the time these resolve.
  await storedAwards(page)
  await page.evaluate(async () => void (await fetch('/manifest.webmanifest')))
  await storedAwards(page)
}

test('fault 10: online, focus and visibility events in one burst cause one drain', async ({ page, team, network }) => {
  await openTeam(page, team)
  network.inject(faults.cutBefore, { times: 1 })
  await tap(page, 'Sudjelovanje')
  await tap(page, 'Pobjeda')
  await expectAttempts(network, 1)

  const gate = createGate()
  network.inject(faults.heldBefore(gate.opened))
  await burst(page)
  // The first attempt was cut; the next carries both awards.
  await expectAttempts(network, 3)
  await burst(page)
  gate.open()
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Upisano')
  await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
  const reached = network.calls('awardPoints').filter(({ serverSaid }) => serverSaid !== null)
  expect(reached.map(({ serverSaid, fields }) => [serverSaid, fields.point_type])).toEqual([
    ['OK', 'sudjelovanje'],
    ['OK', 'pobjeda'],
  ])
  expect(await team.ledger()).toHaveLength(2)
})

test('fault 44: two taps within a second make one award, with and without a cooldown', async ({ page, team, network }) => {
  await openTeam(page, team)
  for (const offer of ['Sudjelovanje', 'Pobjeda'] as const) {
    await offerButton(page, offer).dblclick()
    await expect(standing(page, offer)).toHaveText('Upisano')
  }
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još 15 minuta')
  expect((await team.ledger()).map(({ label }) => label)).toEqual(['Sudjelovanje', 'Pobjeda'])
  expect(network.calls('awardPoints')).toHaveLength(2)
})

test('fault 44: two taps within a second without a network make one award too', async ({ page, team, network }) => {
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore, { call: 'any' })
  await offerButton(page, 'Sudjelovanje').dblclick()
  await expectAttempts(network, 2)
  expect(await storedAwards(page)).toHaveLength(1)
  clear()
  await expectRecordedOnce(page, team)
})
