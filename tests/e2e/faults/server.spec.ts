import { applyPart } from '../support/apply-part'
import { expect, type FoundedTeam, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectAttempts, give, type Offer, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

const OFFERS: readonly Offer[] = ['Pobjeda', 'Sudjelovanje']

test('fault 37: every award that the screen called recorded survives a kill -9, and none is recorded twice', async ({
  page,
  network,
  game,
  foundTeam,
}) => {
  // One tab per team: each shows the state of its own awards, whichever tab sends them.
  const booths: { tab: typeof page; team: FoundedTeam }[] = []
  for (const tab of [page, await page.context().newPage(), await page.context().newPage()]) {
    const team = await foundTeam()
    await openTeam(tab, team)
    booths.push({ tab, team })
  }
  const clear = network.inject(faults.cutBefore)
  for (const { tab } of booths) for (const offer of OFFERS) await tap(tab, offer)
  await expect.poll(() => storedAwards(page)).toHaveLength(6)
  await expectAttempts(network, 1)

  clear()
  const answered = () => network.calls('awardPoints').filter(({ serverSaid }) => serverSaid !== null).length
  await backOnline(page)
  await expect.poll(answered, { intervals: [2] }).toBeGreaterThanOrEqual(1)
  await game.halt('SIGKILL')

  const stillDown = network.inject(faults.cutBefore)
  await game.resume()
  let claimed = 0
  for (const { tab, team } of booths) {
    for (const offer of OFFERS) await expect(standing(tab, offer)).toHaveText(/Upisano|Čeka slanje/)
    const recorded = (await team.ledger()).map(({ label }) => label)
    for (const offer of OFFERS) {
      if ((await standing(tab, offer).textContent()) !== 'Upisano') continue
      claimed += 1
      expect(recorded).toContain(offer)
    }
  }
  expect(claimed).toBeGreaterThanOrEqual(1)

  stillDown()
  for (const { tab, team } of booths) {
    for (const offer of OFFERS) await expect(standing(tab, offer)).toHaveText('Upisano')
    expect((await team.ledger()).map(({ label }) => label).sort()).toEqual(OFFERS)
  }
  expect(await storedAwards(page)).toEqual([])
})

test('faults 42 and 43: an award made before the event closed is recorded after it, one made after it is refused, and those for a team disbanded in the meantime are set aside', async ({
  page,
  team,
  network,
  game,
  foundTeam,
}) => {
  const other = await foundTeam()
  const tab = await page.context().newPage()
  await openTeam(tab, other)
  const clear = network.inject(faults.cutBefore)
  await tap(tab)
  // Opened between the award and the event's end to keep them apart: the server dates an award at receipt minus `queued_ms`, so
  // the time that a call takes on a busy machine makes the award later.
  await openTeam(page, team)
  for (const offer of OFFERS) await tap(page, offer)
  await expectAttempts(network, 1)
  await expect.poll(() => storedAwards(page)).toHaveLength(3)
  await team.disband()
  await applyPart(game, { settings: { ends_at: new Date().toISOString() } })
  try {
    clear()
    await backOnline(tab)
    await expect(standing(tab)).toHaveText('Upisano')
    await give(tab, 'Odbijeno: Natjecanje tada nije bilo u tijeku.', 'Pobjeda')
    expect((await other.ledger()).map(({ label }) => label)).toEqual(['Sudjelovanje'])
    await tab.goto('/vendor')
    await expect(tab.getByText('Odbijeno: Tim nije pronađen. Možda je raspušten.')).toHaveCount(2)
    await expect(tab.getByRole('heading', { name: '3 dodjele su odbijene' })).toBeVisible()
    expect(await storedAwards(tab)).toHaveLength(3)
    expect(network.calls('awardPoints').filter(({ serverSaid }) => serverSaid === 'TEAM_NOT_FOUND')).toHaveLength(2)
  } finally {
    await applyPart(game, { settings: { ends_at: '2099-12-31T23:59:59Z' } })
  }
})
