import { SESSION_COOKIE } from '#contract/protocol'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, storedAwards, tap } from '../support/booth-screen'
import type { FaultProxy } from '../support/fault-proxy'
import { faults } from '../support/faults'

/** Waits until the server has answered an award with this result. */
async function expectSaid(network: FaultProxy, said: string): Promise<void> {
  await expect.poll(() => network.calls('awardPoints').map(({ serverSaid }) => serverSaid)).toContain(said)
}

test('fault 15: after the session expired the queue holds, asks the vendor to sign in, and then continues', async ({
  page,
  team,
  network,
  people,
}) => {
  await openTeam(page, team)
  // Otherwise a reading may learn first that the session is over, and the sign-in page takes the button away.
  const readAgain = network.inject(faults.cutBefore, { call: 'any' })
  network.inject(faults.none)
  await page.context().clearCookies({ name: SESSION_COOKIE })
  await tap(page)
  await expectSaid(network, 'NOT_AUTHENTICATED')
  readAgain()
  await backOnline(page)
  await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
  // The sign-in page shows the waiting awards too, and calls nobody's awards another account's.
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await expect(page.getByText('Drugi račun')).toHaveCount(0)
  expect(await storedAwards(page)).toHaveLength(1)
  expect(await team.ledger()).toEqual([])

  const code = await people.askForCode(page, '+385911234567')
  await page.getByLabel('Kod iz SMS-a').fill(code)
  await expect(page.getByRole('heading', { level: 1, name: team.team_name })).toBeVisible()
  await expect.poll(() => storedAwards(page)).toEqual([])
  expect(await team.ledger()).toHaveLength(1)
})
