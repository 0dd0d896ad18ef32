import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { standing, storedAwards, tap } from '../support/booth-screen'
import { breakStorage, letStorageBreak } from '../support/broken-storage'
import { faults } from '../support/faults'
import { waitUntilDataIsStored } from '../support/worker'

const SESSION = 'geek-session'

test.beforeEach(async ({ context, people, page }) => {
  await letStorageBreak(context)
  // A separate session, because the test ends it.
  await context.clearCookies()
  await people.openBoard(page, 'luka')
})

for (const how of [{ lateMs: 2_600 }, { lateMs: 4_500 }, 'hangs', 'throws'] as const) {
  const what = typeof how === 'string' ? how : `answers after ${how.lateMs} ms`
  test(`fault 49: a sign-out made offline holds when reading the stored session ${what} at the next start`, async ({
    page,
    team,
    network,
  }) => {
    await openTeam(page, team)
    const clear = network.inject(faults.cutBefore, { call: 'any' })
    await tap(page)
    await expect(standing(page)).toHaveText('Čeka slanje')
    await page.getByRole('button', { name: 'Račun: Luka Babić' }).click()
    await page.getByRole('menuitem', { name: 'Odjava' }).click()
    await page.getByRole('button', { name: 'Odjavi me' }).click()
    await expect(page.getByText('Uspješno ste odjavljeni.')).toBeVisible()

    await breakStorage(page, SESSION, how)
    clear()
    await page.goto('/vendor')
    await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
    await expect.poll(() => network.calls('signOut').map(({ serverSaid }) => serverSaid)).toContain('OK')
    expect(await storedAwards(page)).toHaveLength(1)
    expect(await team.ledger()).toEqual([])
    expect(network.calls('awardPoints').filter(({ serverSaid }) => serverSaid !== null)).toEqual([])
  })
}

test('fault 49: a signed-in user stays signed in without a network, however late the stored session is read', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  await waitUntilDataIsStored(page, /listAwards|listVendors/)
  await breakStorage(page, SESSION, { lateMs: 2_600 })
  network.inject(faults.cutBefore, { call: 'any' })
  await page.goto('/vendor')
  await expect(page.getByRole('heading', { level: 1, name: 'Arkadna zona' })).toBeVisible()
})
