import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, give, offerButton, storedAwards } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { chooseInMenu } from '../support/teams'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

test('fault 3: after a restart without a network the app opens, finds a team by its tag and by its name, takes an award for it, and sends it after one more restart', async ({
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
  await expect(offline.getByText(/^Niste povezani. Prikazano je stanje od \d\d:\d\d\.$/)).toBeVisible()
  await give(offline, 'Čeka slanje', 'Pobjeda')
  await expect(offerButton(offline, 'Pobjeda')).toContainText('Procjena: uređaj nije povezan')
  await expect(offerButton(offline, 'Pobjeda')).toBeDisabled()
  await offline.goto('/s/nepoznata-oznaka')
  await expect(offline.getByText('Oznaka nije na popisu ovog uređaja.', { exact: false })).toBeVisible()
  await offline.goto('/vendor')
  await offline.getByLabel('Naziv tima').fill(team.team_name)
  await offline.getByRole('main').locator('a[href^="/qr/"]').filter({ hasText: team.team_name }).click()
  await expect(offerButton(offline, 'Sudjelovanje')).toBeEnabled()
  await offline.close()

  const again = await context.newPage()
  await again.goto('/vendor/dodjele')
  await expect(again.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  expect(await storedAwards(again)).toHaveLength(1)
  up()
  await backOnline(again)
  await expect(again.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeHidden()
  await expect(again.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: '+25' })).toBeVisible()
  await expect(again.getByText('Niste povezani', { exact: false })).toBeHidden()
  expect((await team.ledger()).map(({ points }) => points)).toEqual([25])
})

test('without a network, an award seen recorded closes its button for the pause and stands among the booth’s awards; a pause that only the server told of warns and does not close', async ({
  page,
  team,
  foundTeam,
  people,
  network,
}) => {
  const ofAnotherDevice = await foundTeam()
  await callAs(await people.staff('luka'), 'awardPoints', { team_id: ofAnotherDevice.team_id, point_type: 'pobjeda' })
  await page.goto('/vendor/dodjele')
  await expect(page.getByRole('region', { name: 'Dodjele štanda' })).toBeVisible()
  await openTeam(page, ofAnotherDevice)
  await expect(offerButton(page, 'Pobjeda')).toBeDisabled()
  await waitUntilDataIsStored(page, /"remaining_seconds":[89]\d\d/)
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, /"listAwards"/)
  // Nothing but the award's own answer says that it is recorded.
  network.inject(({ cut }) => cut(), { call: 'listAwards' })
  network.inject(({ cut }) => cut(), { call: 'checkCooldown' })
  await give(page, 'Upisano', 'Pobjeda')
  await waitUntilDataIsStored(page, /"made_here":\[\{/)
  network.goDown()

  await page.reload()
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još 15 minuta')
  await expect(offerButton(page, 'Pobjeda')).toContainText('Procjena: uređaj nije povezan')
  await expect(offerButton(page, 'Pobjeda')).toBeDisabled()
  await expect(offerButton(page, 'Sudjelovanje')).toBeEnabled()
  await expect(page.getByRole('listitem').filter({ has: offerButton(page, 'Pobjeda') })).not.toContainText('Sada dostupno')
  await openTeam(page, ofAnotherDevice)
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još 15 minuta')
  await expect(offerButton(page, 'Pobjeda')).toContainText('Procjena: uređaj nije povezan')
  await expect(offerButton(page, 'Pobjeda')).toBeEnabled()
  await page.goto('/vendor/dodjele')
  await expect(page.getByText(/^Niste povezani\./)).toBeVisible()
  const rows = page.getByRole('region', { name: 'Dodjele štanda' }).getByRole('listitem').filter({ hasText: team.team_name })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Pobjeda')

  network.reset()
  await page.reload()
  await expect(page.getByText(/^Niste povezani\./)).toBeHidden()
  await expect(rows).toHaveCount(1)
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
  await expect.poll(() => network.calls('any').map(({ name }) => name)).toContain('currentUser')
  expect(network.calls('any').map(({ name, serverSaid }) => [name, serverSaid])).toEqual([
    ['signOut', 'OK'],
    ['currentUser', 'NOT_AUTHENTICATED'],
  ])
})
