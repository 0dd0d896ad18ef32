import type { Page } from '@playwright/test'
import { applyPart } from '../support/apply-part'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectAttempts, give, killPage, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { waitUntilDataIsStored } from '../support/worker'

const HOUR_MS = 3_600_000
/** Server and test share one clock, so only message latency separates their times (ms). */
const SLACK_MS = 1_000

test('fault 32: with a clock a day behind, a day ahead, or set while the award waits, it is sent with a correct time, by the same page and at the next start', async ({
  page: first,
  team,
  network,
  context,
}) => {
  await context.clock.install({ time: Date.now() - 24 * HOUR_MS })
  let contact = Date.now()
  await openTeam(first, team)

  /** Gives an award that waits. Returns what lets it through. */
  async function awardThatWaits(page: Page): Promise<() => void> {
    const before = network.calls('awardPoints').length
    const clear = network.inject(faults.cutBefore, { call: 'any' })
    await tap(page)
    await expectAttempts(network, before + 1)
    await expect(standing(page)).toHaveText('Čeka slanje')
    return clear
  }
  /** Expects the latest award to be made between the last contact with the server before the tap and its arrival. */
  async function expectGoodTime(): Promise<number> {
    const [award] = (await team.ledger()).toSorted((a, b) => b.received_at.localeCompare(a.received_at))
    const madeAt = Date.parse(award?.awarded_at ?? '')
    expect(madeAt).toBeLessThanOrEqual(Date.parse(award?.received_at ?? ''))
    expect(madeAt).toBeGreaterThanOrEqual(contact - SLACK_MS)
    contact = Date.now()
    return madeAt
  }

  // A day behind, then a day ahead: within one page life the time of the tap is known.
  const earliest = Date.now()
  let clear = await awardThatWaits(first)
  const latest = Date.now()
  await context.clock.setSystemTime(Date.now() + 24 * HOUR_MS)
  await expectAttempts(network, 2)
  clear()
  await backOnline(first)
  await expect(standing(first)).toHaveText('Upisano')
  const madeAt = await expectGoodTime()
  expect(madeAt).toBeGreaterThan(earliest - SLACK_MS)
  expect(madeAt).toBeLessThan(latest + SLACK_MS)

  // After a restart the last contact before the tap bounds it.
  let page = first
  for (const hours of [-24, 72, 0]) {
    clear = await awardThatWaits(page)
    await context.clock.setSystemTime(Date.now() + hours * HOUR_MS)
    await page.close()
    clear()
    page = await context.newPage()
    await openTeam(page, team)
    await expect.poll(() => storedAwards(page)).toEqual([])
    await expectGoodTime()
  }
  expect(await team.ledger()).toHaveLength(4)
})

test.describe('with a cooldown short enough to wait for', () => {
  const sudjelovanje = { point_type: 'sudjelovanje', label: 'Sudjelovanje', points: 5 }
  test.beforeAll(({ game }) => applyPart(game, { point_types: [{ ...sudjelovanje, cooldown_seconds: 4 }] }))
  test.afterAll(({ game }) => applyPart(game, { point_types: [{ ...sudjelovanje, cooldown_seconds: 0 }] }))

  test('fault 50: two awards made offline keep their distance in time when the clock is set back an hour and the page is killed, and then forward three days and closed, before the replay', async ({
    page,
    team,
    network,
    context,
  }) => {
    await context.clock.install()
    await openTeam(page, team)
    await waitUntilDataIsStored(page, new RegExp(team.team_id))
    await waitUntilDataIsStored(page, /listVendors/)
    const clear = network.inject(faults.cutBefore, { call: 'any' })
    // Reloaded without a network: this page has not received the server's time.
    await page.reload()
    await offerButton(page, 'Sudjelovanje').waitFor()
    const now = () => page.evaluate(() => performance.now())
    const beforeFirst = await now()
    await give(page, 'Čeka slanje')
    const afterFirst = await now()
    // The button is enabled again after the cooldown. In real time, because the server's clock must advance as far as the phone's.
    await expect(offerButton(page, 'Sudjelovanje')).not.toHaveAttribute('aria-disabled')
    const beforeSecond = await now()
    await tap(page)
    await expect.poll(() => storedAwards(page)).toHaveLength(2)
    const afterSecond = await now()

    await context.clock.setSystemTime(Date.now() - HOUR_MS)
    await killPage(page)
    const offline = await context.newPage()
    await offline.goto('/vendor')
    await expect(offline.getByRole('heading', { name: '2 dodjele čekaju slanje' })).toBeVisible()
    await context.clock.setSystemTime(Date.now() + 72 * HOUR_MS)
    await offline.close()
    clear()
    const restarted = await context.newPage()
    await restarted.goto('/vendor')
    await expect.poll(() => storedAwards(restarted)).toEqual([])
    const [earlier, later, ...others] = await team.ledger()
    expect(others).toEqual([])
    const distance = Date.parse(later?.awarded_at ?? '') - Date.parse(earlier?.awarded_at ?? '')
    expect(distance).toBeGreaterThan(beforeSecond - afterFirst - SLACK_MS)
    expect(distance).toBeLessThan(afterSecond - beforeFirst + SLACK_MS)
  })
})
