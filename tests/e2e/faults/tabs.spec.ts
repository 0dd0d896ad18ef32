import { expect, openTeam, test } from '../support/booth-behind-proxy'
import {
  backOnline,
  expectAttempts,
  expectOnList,
  give,
  offerButton,
  openFrozenTab,
  standing,
  storedAwards,
  tap,
} from '../support/booth-screen'
import { faults } from '../support/faults'
import { passTime } from '../support/pass-time'

test('fault 6: when the app is closed in mid-flight, the award is sent again under its id and counts once', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  const gate = Promise.withResolvers<void>()
  network.inject(faults.heldBefore(gate.promise), { times: 1 })
  await tap(page)
  await expectAttempts(network, 1)
  await expect(standing(page)).toHaveText('Šalje se')
  await page.close()

  const reopened = await page.context().newPage()
  await expectOnList(reopened, team, '+5')
  // The call that was in flight when the page closed arrives last.
  gate.resolve()
  const said = () => network.calls('awardPoints').map(({ serverSaid }) => serverSaid ?? 'nothing yet')
  await expect.poll(() => said().toSorted()).toEqual(['OK', 'OK duplicate'])
  expect(new Set(network.calls('awardPoints').map(({ fields }) => fields.award_id)).size).toBe(1)
  expect(await team.ledger()).toHaveLength(1)
  await expect.poll(() => storedAwards(reopened)).toEqual([])
})

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
  await expect(standing(page)).toHaveText('Čeka slanje')
  expect(network.calls('awardPoints')).toEqual([])
  await passTime(page, 15_000)
  await expect(standing(page)).toHaveText('Upisano')
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
    await expect(standing(page, offer)).toHaveText('Upisano')
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
  await expect(standing(page)).toHaveText('Šalje se')
  expect(await storedAwards(page)).toHaveLength(1)
  gate.resolve()
  await expect(standing(page)).toHaveText('Upisano')
  expect(await team.ledger()).toHaveLength(3)
})
