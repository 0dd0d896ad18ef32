import { SESSION_COOKIE } from '#contract/protocol'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectOnList, give, storedAwards, tap } from '../support/booth-screen'
import { type Breakage, breakStorage, letStorageBreak } from '../support/broken-storage'
import type { FaultProxy } from '../support/fault-proxy'
import { faults } from '../support/faults'
import { chooseInMenu } from '../support/teams'
import { expectToast } from '../support/toasts'
import { checkState } from '../support/usable'
import { waitUntilDataIsStored } from '../support/worker'

/** Waits until the server has answered an award with this result. */
async function expectSaid(network: FaultProxy, said: string): Promise<void> {
  await expect
    .poll(() => network.calls('awardPoints').map(({ serverSaid }) => serverSaid))
    .toContain(said)
}

test('fault 15: after the session expires the queue waits, asks staff to sign in, and then continues', async ({
  page,
  team,
  network,
  people,
}) => {
  await openTeam(page, team)
  // Cut all other calls: a reading that noticed the lost session first would replace the button with the sign-in page.
  const restoreReadings = network.inject(faults.cutBefore, { call: 'any' })
  network.inject(faults.none)
  await page.context().clearCookies({ name: SESSION_COOKIE })
  await tap(page)
  await expectSaid(network, 'NOT_AUTHENTICATED')
  restoreReadings()
  await backOnline(page)
  await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
  // The sign-in page shows the waiting awards too, and does not claim that they belong to another account.
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

const SESSION = 'geek-session'
const WITHOUT_NETWORK: readonly Breakage[] = ['hangs', 'throws', { lateMs: 2_600 }]

test('faults 17 and 49: signing out warns of a waiting award, keeps it for its account, and works offline', async ({
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
  await checkState(page, 'sign-out-with-waiting')
  await dialog.getByRole('button', { name: 'Odjavi me' }).click()
  await expectToast(page, 'Uspješno ste odjavljeni.')

  async function expectSignedOut(how: Breakage): Promise<void> {
    await breakStorage(page, SESSION, how)
    await page.goto('/vendor')
    await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  }
  for (const how of WITHOUT_NETWORK) await expectSignedOut(how)
  await checkState(page, 'sign-in-with-waiting')
  expect(network.calls('signOut').filter(({ serverSaid }) => serverSaid !== null)).toEqual([])

  clear()
  await expectSignedOut({ lateMs: 4_500 })
  await expect
    .poll(() => network.calls('signOut').map(({ serverSaid }) => serverSaid))
    .toContain('OK')
  expect(await storedAwards(page)).toHaveLength(1)
  expect(await team.ledger()).toEqual([])
  expect(network.calls('awardPoints').filter(({ serverSaid }) => serverSaid !== null)).toEqual([])

  await breakStorage(page, SESSION, null)
  await people.signIn(page, 'iva')
  await expectOnList(page, team, '+5')
  expect(await team.ledger()).toHaveLength(1)
})
