import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { awardState, backOnline, give, offerButton, openFrozenTab, storedAwards, undoButton } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { passTime } from '../support/pass-time'

test('faults 7 and 8: of two tabs the one that holds the lock sends; if it is frozen, another one takes over the queue within 30 seconds', async ({
  page,
  team,
  network,
}) => {
  await openFrozenTab(page)
  await page.clock.install()
  await openTeam(page, team)
  await give(page, 'Čeka slanje')
  await passTime(page, 15_000)
  await backOnline(page)
  await expect(awardState(page)).toHaveText('Čeka slanje')
  expect(network.calls('awardPoints')).toEqual([])
  await passTime(page, 15_000)
  await expect(awardState(page)).toHaveText('Upisano')
  expect(await team.ledger()).toHaveLength(1)
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

test('fault 51: an award that is voided in another tab or on another device is called so in this one within seconds', async ({
  page,
  team,
  people,
}) => {
  await page.clock.install()
  await openTeam(page, team)
  await give(page, 'Upisano')
  const other = await page.context().newPage()
  await other.goto('/vendor/dodjele')
  await other.getByRole('button', { name: `Poništi dodjelu: Sudjelovanje, ${team.team_name}` }).click()
  // Sooner than the next reading.
  await expect(awardState(page)).toHaveText('Poništeno', { timeout: 5_000 })
  await expect(undoButton(page)).toHaveCount(0)
  expect(await team.ledger()).toEqual([])

  await give(page, 'Upisano')
  const [award] = await team.ledger()
  await callAs(await people.staff('luka'), 'voidAward', { award_id: award?.award_id ?? '' })
  await passTime(page, 16_000)
  await expect(awardState(page)).toHaveText('Poništeno')
})
