import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { standing, storedAwards, tap } from '../support/booth-screen'
import { type Breakage, breakStorage, letStorageBreak } from '../support/broken-storage'
import { faults } from '../support/faults'
import { waitUntilDataIsStored } from '../support/worker'

const SESSION = 'geek-session'
const WITHOUT_NETWORK: readonly Breakage[] = ['hangs', 'throws', { lateMs: 2_600 }]

test('fault 49: however the stored session is read at the start, who is signed in stays so without a network, and a sign-out made offline holds', async ({
  page,
  context,
  people,
  team,
  network,
}) => {
  await letStorageBreak(context)
  // A separate session, because the test ends it.
  await context.clearCookies()
  await people.signIn(page, 'luka')
  await openTeam(page, team)
  await waitUntilDataIsStored(page, /listVendors/)
  await waitUntilDataIsStored(page, new RegExp(team.team_id))
  await breakStorage(page, SESSION, { lateMs: 2_600 })
  const clear = network.inject(faults.cutBefore, { call: 'any' })
  await openTeam(page, team)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await page.getByRole('button', { name: 'Račun: Luka Babić' }).click()
  await page.getByRole('menuitem', { name: 'Odjava' }).click()
  await page.getByRole('button', { name: 'Odjavi me' }).click()
  await expect(page.getByText('Uspješno ste odjavljeni.')).toBeVisible()

  async function expectSignedOut(how: Breakage): Promise<void> {
    await breakStorage(page, SESSION, how)
    await page.goto('/vendor')
    await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  }
  for (const how of WITHOUT_NETWORK) await expectSignedOut(how)
  expect(network.calls('signOut').filter(({ serverSaid }) => serverSaid !== null)).toEqual([])

  clear()
  await expectSignedOut({ lateMs: 4_500 })
  await expect.poll(() => network.calls('signOut').map(({ serverSaid }) => serverSaid)).toContain('OK')
  expect(await storedAwards(page)).toHaveLength(1)
  expect(await team.ledger()).toEqual([])
  expect(network.calls('awardPoints').filter(({ serverSaid }) => serverSaid !== null)).toEqual([])
})
