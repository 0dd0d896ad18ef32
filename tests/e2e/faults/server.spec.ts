import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectAttempts, give, type Offer, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

const OFFERS: readonly Offer[] = ['Pobjeda', 'Sudjelovanje']

test('faults 42 and 43: an award made before the event closed is recorded after it, one made after it is refused, and those for a team disbanded in the meantime are set aside', async ({
  page,
  team,
  network,
  people,
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
  await people.applyPart({ settings: { ends_at: new Date().toISOString() } })
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
    await people.applyPart({ settings: { ends_at: '2099-12-31T23:59:59Z' } })
  }
})
