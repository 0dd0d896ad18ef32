import type { APIRequestContext } from '@playwright/test'
import { SESSION_COOKIE } from '#contract/protocol'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, standing, storedAwards, tap } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { waitUntilDataIsStored } from '../support/worker'

/** How soon another screen has to show it (ms). */
const WITHIN_MS = 10_000

test('fault 51: an award that was voided in another tab is no longer called recorded in this one', async ({ page, team }) => {
  await openTeam(page, team)
  await tap(page)
  await expect(standing(page)).toHaveText('Upisano')
  const other = await page.context().newPage()
  await other.goto('/vendor/dodjele')
  await other.getByRole('button', { name: `Poništi dodjelu: Sudjelovanje, ${team.team_name}` }).click()
  await expect(standing(page)).toHaveText('Poništeno', { timeout: 3_000 })
  await expect(page.getByRole('listitem').getByRole('button', { name: 'Poništi dodjelu' })).toHaveCount(0)
  expect(await team.ledger()).toEqual([])
})

test('fault 51: an award that was voided on another device of the booth is no longer called recorded within seconds', async ({
  page,
  team,
  game,
  sessionOf,
  playwright,
}) => {
  await openTeam(page, team)
  await tap(page)
  await expect(standing(page)).toHaveText('Upisano')
  const request: APIRequestContext = await playwright.request.newContext({
    baseURL: game.ownUrl,
    extraHTTPHeaders: { cookie: `${SESSION_COOKIE}=${await sessionOf('luka')}` },
  })
  const [award] = await team.ledger()
  await callAs({ request }, 'voidAward', { award_id: award?.award_id ?? '' })
  await expect(standing(page)).toHaveText('Poništeno', { timeout: WITHIN_MS })
  await request.dispose()
})

test('fault 51: an award that was cancelled in another tab before it was sent is called cancelled in this one', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  await waitUntilDataIsStored(page, new RegExp(team.team_id))
  await waitUntilDataIsStored(page, /listVendors/)
  network.inject(faults.cutBefore, { call: 'any' })
  // Another page holds the drain's lock, so that the award is never attempted.
  const holder = await page.context().newPage()
  await holder.goto('/manifest.webmanifest')
  await holder.evaluate(() => {
    navigator.locks.request('geek-outbox-drain', () => new Promise(() => {})).catch(() => undefined)
  })
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  const other = await page.context().newPage()
  await other.goto('/vendor/dodjele')
  await other.getByRole('button', { name: `Poništi dodjelu: Sudjelovanje, ${team.team_name}` }).click()
  await expect(standing(page)).toHaveText('Poništeno', { timeout: 3_000 })
  expect(await storedAwards(page)).toEqual([])

  // Only the tab that cancelled the award can undo that.
  await expect(page.getByRole('button', { name: 'Vrati dodjelu' })).toHaveCount(0)
  await other.getByRole('button', { name: `Vrati dodjelu: Sudjelovanje, ${team.team_name}` }).click()
  await expect(standing(page)).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(1)
  await holder.close()
})

test('fault 51: an award that was cancelled in another tab after it was sent ends as voided in both', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  const clear = network.inject(faults.cutAfter)
  await tap(page)
  await expectAttempts(network, 1)
  await expect(standing(page)).toHaveText('Čeka slanje')
  const other = await page.context().newPage()
  await other.goto('/vendor/dodjele')
  // The booth's list from the server has such a button too, because the award is recorded.
  const waiting = other.getByRole('region', { name: '1 dodjela čeka slanje' })
  await waiting.getByRole('button', { name: `Poništi dodjelu: Sudjelovanje, ${team.team_name}` }).click()
  await expect(standing(page)).toHaveText('Čeka poništavanje')
  clear()
  await expect(standing(page)).toHaveText('Poništeno')
  expect(await team.ledger()).toEqual([])
})
