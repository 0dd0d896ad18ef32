import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, expectWaiting, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

const HOUR_MS = 3_600_000
/** Server and test share one clock, so only message latency separates their times (ms). */
const SLACK_MS = 1_000

for (const [what, atTap, atSending, life] of [
  ['set a day ahead while the award waits', 0, 24, 'the same page'],
  ['set a day back while the award waits', 0, -24, 'the same page'],
  ['a day behind', -24, -24, 'the next start'],
  ['a day ahead', 24, 24, 'the next start'],
  ['three days ahead and corrected while the award waits', 72, 0, 'the next start'],
  ['set three days ahead while the award waits', 0, 72, 'the next start'],
] as const) {
  test(`fault 32: with a clock ${what}, ${life} sends the award with a correct time`, async ({
    page,
    team,
    network,
    context,
  }) => {
    await context.clock.install({ time: Date.now() + atTap * HOUR_MS })
    await openTeam(page, team)
    const contact = Date.now()
    const clear = network.inject(faults.cutBefore, { call: 'any' })
    await tap(page)
    const tapped = Date.now()
    await expectAttempts(network, 1)
    await expectWaiting(page, team)
    await context.clock.setSystemTime(Date.now() + atSending * HOUR_MS)

    if (life === 'the same page') {
      await expectAttempts(network, 2)
      clear()
      await expect(standing(page)).toHaveText('Upisano')
    } else {
      await page.close()
      clear()
      const restarted = await context.newPage()
      await restarted.goto('/vendor')
      await expect.poll(() => storedAwards(restarted)).toEqual([])
    }
    const [award, ...others] = await team.ledger()
    expect(others).toEqual([])
    const madeAt = Date.parse(award?.awarded_at ?? '')
    expect(madeAt).toBeLessThanOrEqual(Date.parse(award?.received_at ?? ''))
    expect(madeAt).toBeGreaterThanOrEqual(contact - SLACK_MS)
    // Within one page life the time of the tap is known; after a restart the last contact before the tap bounds it.
    if (life === 'the same page') expect(Math.abs(madeAt - tapped)).toBeLessThan(SLACK_MS)
  })
}
