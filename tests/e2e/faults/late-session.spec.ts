import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectOnList, give, storedAwards } from '../support/booth-screen'
import { type Breakage, breakStorage, letStorageBreak } from '../support/broken-storage'
import { faults } from '../support/faults'
import { chooseInMenu } from '../support/teams'
import { waitUntilDataIsStored } from '../support/worker'

const SESSION = 'geek-session'
const WITHOUT_NETWORK: readonly Breakage[] = ['hangs', 'throws', { lateMs: 2_600 }]

test('faults 17 and 49: signing out with a waiting award warns, and keeps it for its account; however the stored session is read at the start, who is signed in stays so without a network, and a sign-out made offline holds', async ({
  page,
  context,
  people,
  team,
  network,
}) => {
  await letStorageBreak(context)
  await openTeam(page, team)
  await waitUntilDataIsStored(page, /listVendors/)
  await waitUntilDataIsStored(page, new RegExp(team.team_id))
  await breakStorage(page, SESSION, { lateMs: 2_600 })
  const clear = network.inject(faults.cutBefore, { call: 'any' })
  await openTeam(page, team)
  await give(page, 'Čeka slanje')
  await chooseInMenu(page, 'Odjava')
  const dialog = page.getByRole('alertdialog', { name: 'Odjava prije slanja' })
  await expect(dialog).toContainText('1 dodjela čeka slanje.')
  await dialog.getByRole('button', { name: 'Odjavi me' }).click()
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

  await breakStorage(page, SESSION, null)
  await people.signIn(page, 'iva')
  await expectOnList(page, team, '+5')
  expect(await team.ledger()).toHaveLength(1)
})
