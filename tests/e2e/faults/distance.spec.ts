import { applyPart } from '../support/apply-part'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { waitUntilDataIsStored } from '../support/worker'

const HOUR_MS = 3_600_000

test.beforeAll(async ({ game }) => {
  // A cooldown short enough to wait for.
  await applyPart(game, {
    point_types: [{ point_type: 'sudjelovanje', label: 'Sudjelovanje', points: 5, cooldown_seconds: 4 }],
  })
})
test.afterAll(async ({ game }) => {
  await applyPart(game, {
    point_types: [{ point_type: 'sudjelovanje', label: 'Sudjelovanje', points: 5, cooldown_seconds: 0 }],
  })
})

for (const [how, hours] of [
  ['back an hour', -1],
  ['forward three days', 72],
] as const) {
  for (const leaves of ['reloaded', 'killed'] as const) {
    test(`fault 50: two awards made offline keep their distance in time when the clock is set ${how} and the page is ${leaves} before the replay`, async ({
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
      await tap(page)
      await expect(standing(page)).toHaveText('Čeka slanje')
      const first = await page.evaluate(() => performance.now())
      // The button is enabled again after the cooldown. In real time, because the server's clock must advance as far as the phone's.
      await expect(offerButton(page, 'Sudjelovanje')).not.toHaveAttribute('aria-disabled')
      const apart = (await page.evaluate(() => performance.now())) - first
      await tap(page)
      await expect.poll(() => storedAwards(page)).toHaveLength(2)

      await context.clock.setSystemTime(Date.now() + hours * HOUR_MS)
      if (leaves === 'killed') {
        const crashed = page.waitForEvent('crash')
        const cdp = await context.newCDPSession(page)
        void cdp.send('Page.crash').catch(() => undefined)
        await crashed
      }
      await page.close()
      clear()
      const restarted = await context.newPage()
      await restarted.goto('/vendor')
      await expect.poll(() => storedAwards(restarted)).toEqual([])
      const [earlier, later, ...others] = await team.ledger()
      expect(others).toEqual([])
      const distance = Date.parse(later?.awarded_at ?? '') - Date.parse(earlier?.awarded_at ?? '')
      // Both are sent in one call, so the only inaccuracy left is the time between a tap and the test's reading of the clock.
      expect(Math.abs(distance - apart)).toBeLessThan(1_500)
    })
  }
}
