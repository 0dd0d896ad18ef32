import type { Page } from '@playwright/test'
import { expect, giveSession, openTeam, test } from '../support/booth-behind-proxy'
import { offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

/** Opens the app online once, so that it works offline, and then stops the server. */
async function goOffline(page: Page, seen: string, stop: () => Promise<void>): Promise<void> {
  await page.goto('/vendor')
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, new RegExp(seen))
  await stop()
}

test.describe('without a server', () => {
  test.afterEach(async ({ game }) => {
    await game.halt('SIGTERM')
    await game.resume()
  })

  test('fault 3: after a restart without a network the app opens, takes an award for a team never opened before, and sends it later', async ({
    page,
    team,
    game,
    context,
  }) => {
    await goOffline(page, team.team_id, () => game.halt('SIGKILL'))
    await page.close()

    const offline = await context.newPage()
    await offline.goto(`/qr/${team.team_id}`)
    await expect(offline.getByRole('heading', { level: 1, name: team.team_name })).toBeVisible()
    await expect(offline.getByText(/^Niste povezani. Prikazano je stanje od \d\d:\d\d\.$/)).toBeVisible()
    await tap(offline, 'Pobjeda')
    await expect(standing(offline, 'Pobjeda')).toHaveText('Čeka slanje')
    await expect(offerButton(offline, 'Pobjeda')).toContainText('Procjena: uređaj nije povezan')
    await expect(offerButton(offline, 'Pobjeda')).toBeDisabled()
    await offline.close()

    const again = await context.newPage()
    await again.goto('/vendor/dodjele')
    await expect(again.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
    await game.resume()
    // Not by its button, which goes once the outbox has sent by itself.
    await again.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(again.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeHidden()
    await expect(again.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: '+25' })).toBeVisible()
    await expect(again.getByText('Niste povezani', { exact: false })).toBeHidden()
    expect((await team.ledger()).map(({ points }) => points)).toEqual([25])
  })

  test('a team is found by its name and by its tag, and an unknown tag is reported as unknown', async ({
    page,
    game,
    team,
    context,
  }) => {
    await goOffline(page, team.team_id, () => game.halt('SIGTERM'))
    await page.reload()
    await page.getByLabel('Naziv tima').fill(team.team_name)
    await page.getByRole('link', { name: team.team_name }).click()
    await expect(page.getByRole('heading', { level: 1, name: team.team_name })).toBeVisible()
    await expect(offerButton(page, 'Sudjelovanje')).toBeEnabled()

    const tagged = await context.newPage()
    await tagged.goto('/s/nepoznata-oznaka')
    await expect(tagged.getByText('Oznaka nije na popisu ovog uređaja.', { exact: false })).toBeVisible()
  })

  test('the last cooldown known from the server is shown as an estimate that warns but does not block', async ({
    page,
    team,
    game,
    phone,
    sessionOf,
  }) => {
    // By another device of the booth: what this device has seen recorded would block.
    const other = await phone()
    await giveSession(other.context(), game.url, await sessionOf('luka'))
    await callAs(other, 'awardPoints', { team_id: team.team_id, point_type: 'pobjeda' })
    await openTeam(page, team)
    await waitUntilAppIsCached(page)
    await expect(offerButton(page, 'Pobjeda')).toBeDisabled()
    await waitUntilDataIsStored(page, /"remaining_seconds":[89]\d\d/)
    await game.halt('SIGTERM')
    await page.reload()
    await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još 15 minuta')
    await expect(offerButton(page, 'Pobjeda')).toContainText('Procjena: uređaj nije povezan')
    await expect(offerButton(page, 'Pobjeda')).toBeEnabled()
  })

  test('signing out needs no server: nothing of the account stays visible, and its session ends before any other call', async ({
    phone,
    people,
    team,
    game,
    network,
  }) => {
    const page = await phone()
    await people.openBoard(page, 'iva')
    await goOffline(page, team.team_id, () => game.halt('SIGTERM'))
    await page.reload()
    await page.getByRole('button', { name: 'Račun: Iva Horvat' }).click()
    await page.getByRole('menuitem', { name: 'Odjava' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Prijava / Registracija' })).toBeVisible()
    await page.goto('/vendor')
    await expect(page).toHaveURL(/\/auth\/login/)

    network.reset()
    await game.resume()
    await page.goto('/vendor')
    await expect(page).toHaveURL(/\/auth\/login/)
    await expect.poll(() => network.calls('any').map(({ name }) => name)).toContain('currentUser')
    expect(network.calls('any').map(({ name, serverSaid }) => [name, serverSaid])).toEqual([
      ['signOut', 'OK'],
      ['currentUser', 'NOT_AUTHENTICATED'],
    ])
  })

  test('an award that was never sent is cancelled at once', async ({ page, team, game }) => {
    await openTeam(page, team)
    await game.halt('SIGTERM')
    // The drain that a tap starts must not have reached the award yet.
    await page.evaluate(() => void navigator.locks.request('geek-outbox-drain', () => new Promise(() => {})))
    await tap(page)
    await expect(standing(page)).toHaveText('Čeka slanje')
    await page.getByRole('button', { name: 'Poništi dodjelu' }).click()
    await expect(standing(page)).toHaveText('Poništeno')
    expect(await storedAwards(page)).toEqual([])
  })
})

test('an award whose response was lost is voided once the server confirms that it is recorded', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  const clear = network.inject(faults.cutAfter)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await expect.poll(() => network.calls('awardPoints').length).toBeGreaterThanOrEqual(1)
  await page.getByRole('button', { name: 'Poništi dodjelu' }).click()
  await expect(standing(page)).toHaveText('Čeka poništavanje')
  clear()
  await expect(standing(page)).toHaveText('Poništeno')
  expect(await team.ledger()).toEqual([])
  await expect.poll(() => storedAwards(page)).toEqual([])
})
