import { expect, test } from '../support/booth-behind-proxy'
import { backOnline, give, offerButton, storedAwards } from '../support/booth-screen'
import { chooseInMenu } from '../support/teams'
import { expectUsable } from '../support/usable'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

test('after a restart without a network the app finds a team, takes an award, and sends it later', async ({
  page,
  foundTeam,
  network,
  context,
}) => {
  const team = await foundTeam('tim-0001')
  await page.goto('/vendor')
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, new RegExp(team.team_id))
  await page.close()
  const up = network.goDown()

  const offline = await context.newPage()
  await offline.goto('/s/tim-0001')
  await expect(offline).toHaveURL(`/qr/${team.team_id}`)
  await expect(offline.getByRole('heading', { level: 1, name: team.team_name })).toBeVisible()
  await expect(
    offline.getByText(/^Niste povezani. Prikazano je stanje od \d\d:\d\d\.$/),
  ).toBeVisible()
  await give(offline, 'Čeka slanje', 'Pobjeda')
  await expect(offerButton(offline, 'Pobjeda')).toContainText('Procjena: uređaj nije povezan')
  await expect(offerButton(offline, 'Pobjeda')).toBeDisabled()
  await offline.goto('/s/nepoznata-oznaka')
  await expect(
    offline.getByText('Oznaka nije na popisu ovog uređaja.', { exact: false }),
  ).toBeVisible()
  await offline.goto('/vendor')
  await expect(offline.getByText(/^Niste povezani\./)).toBeVisible()
  await expectUsable(offline, 'board-without-network')
  await offline.getByLabel('Naziv tima').fill(team.team_name)
  await offline
    .getByRole('main')
    .locator('a[href^="/qr/"]')
    .filter({ hasText: team.team_name })
    .click()
  await expect(offerButton(offline, 'Sudjelovanje')).toBeEnabled()
  await offline.close()

  const again = await context.newPage()
  await again.goto('/vendor/dodjele')
  await expect(again.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  expect(await storedAwards(again)).toHaveLength(1)
  // A screen that needs no sign-in sends the award, too.
  await chooseInMenu(again, 'Uvjeti i privatnost')
  await expect(again).toHaveURL('/uvijeti')
  up()
  await backOnline(again)
  await expect.poll(() => storedAwards(again)).toEqual([])
  await again.goBack()
  await expect(
    again.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: '+25' }),
  ).toBeVisible()
  await expect(again.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeHidden()
  await expect(again.getByText('Niste povezani', { exact: false })).toBeHidden()
  expect((await team.ledger()).map(({ points }) => points)).toEqual([25])
})

test('signing out needs no server: nothing of the account stays visible, and its session ends before any other call', async ({
  phone,
  people,
  network,
}) => {
  const page = await phone()
  await people.openBoard(page, 'iva')
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, /Arkadna zona/)
  network.goDown()
  await page.reload()
  await chooseInMenu(page, 'Odjava')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Prijava / Registracija' })).toBeVisible()
  await page.goto('/vendor')
  await expect(page).toHaveURL(/\/auth\/login/)

  network.reset()
  await page.goto('/vendor')
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect
    .poll(() => network.calls('any').map(({ name, serverSaid }) => [name, serverSaid]))
    .toEqual([
      ['signOut', 'OK'],
      ['currentUser', 'NOT_AUTHENTICATED'],
    ])
})
