import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { give, openFrozenTab, standing, storedAwards, undoButton } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { passTime } from '../support/pass-time'

/** How soon this tab has to show what another tab did (ms); what another device did, with its next reading. */
const OF_TAB = { timeout: 5_000 }

test('fault 51: an award that is voided or cancelled in another tab or on another device is called so in this one within seconds', async ({
  page,
  team,
  network,
  people,
}) => {
  await page.clock.install()
  await openTeam(page, team)
  const other = await page.context().newPage()
  const named = { name: `Poništi dodjelu: Sudjelovanje, ${team.team_name}` }
  const waiting = other.getByRole('region', { name: '1 dodjela čeka slanje' })

  await test.step('voided in another tab', async () => {
    await give(page, 'Upisano')
    await other.goto('/vendor/dodjele')
    await other.getByRole('button', named).click()
    await expect(standing(page)).toHaveText('Poništeno', OF_TAB)
    await expect(undoButton(page)).toHaveCount(0)
    expect(await team.ledger()).toEqual([])
  })

  await test.step('voided on another device', async () => {
    await give(page, 'Upisano')
    const [award] = await team.ledger()
    await callAs(await people.staff('luka'), 'voidAward', { award_id: award?.award_id ?? '' })
    await passTime(page, 16_000)
    await expect(standing(page)).toHaveText('Poništeno')
  })

  await test.step('cancelled in another tab before it was sent', async () => {
    network.inject(faults.cutBefore, { call: 'any' })
    // So that the award is never attempted.
    await openFrozenTab(page)
    await give(page, 'Čeka slanje')
    await waiting.getByRole('button', named).click()
    await expect(standing(page)).toHaveText('Poništeno', OF_TAB)
    expect(await storedAwards(page)).toEqual([])
  })
})
