import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expect, type FoundedTeam, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, give, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { giveNfc, touchTag } from '../support/nfc-phone'
import { HOLD, scanner } from '../support/scanner'
import { waitUntilDataIsStored } from '../support/worker'

declare global {
  interface Window {
    buzzes: number[][]
  }
}

const series = (page: Page) => page.getByRole('dialog', { name: /Dodjela u nizu/ })
const scans = (page: Page) => series(page).getByRole('region', { name: 'Dodjela u nizu' })
const newest = (page: Page) => scans(page).getByRole('listitem').first()
const buzzes = (page: Page) => page.evaluate(() => window.buzzes.length)

async function scan(page: Page, { team_id, team_name }: FoundedTeam, says: string): Promise<void> {
  await touchTag(page, new URL(`/qr/${team_id}`, page.url()).href, team_id)
  await expect(scans(page).getByRole('status').first()).toHaveText(team_name)
  await expect(newest(page)).toContainText(says)
}

test('a series gives seven teams one point type without a tap: a mistake is undone at once, a team scanned twice is told by its pause, one is found by its name, and without a network nothing is claimed', async ({
  page,
  foundTeam,
  network,
}) => {
  await giveNfc(page, { permission: 'granted' })
  await page.addInitScript(() => {
    window.buzzes = []
    navigator.vibrate = (pattern) => window.buzzes.push([pattern].flat() as number[]) > 0
  })
  const teams: FoundedTeam[] = []
  for (let count = 0; count < 7; count++) teams.push(await foundTeam())
  const [first, second, wrong, ...others] = teams
  const byName = await foundTeam()
  if (first === undefined || second === undefined || wrong === undefined) throw new Error('too few teams')
  await page.goto('/vendor')
  await waitUntilDataIsStored(page, new RegExp(byName.team_id))
  await page.getByRole('button', { name: /^Pobjeda: dodjela u nizu/ }).click()
  await expect(series(page).getByText(HOLD)).toBeVisible()

  await scan(page, first, 'Upisano')
  await scan(page, second, 'Upisano')
  await scan(page, wrong, 'Upisano')
  await newest(page).getByRole('button', { name: 'Poništi dodjelu' }).click()
  await expect(newest(page)).toContainText('Poništeno')
  await expectAccessible(page)

  const back = network.inject(faults.cutBefore, { call: 'any' })
  for (const team of others.slice(0, 2)) await scan(page, team, 'Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(2)
  expect(await others[0]?.ledger()).toEqual([])
  back()
  await backOnline(page)
  await expect(newest(page)).toContainText('Upisano')
  for (const team of others.slice(2)) await scan(page, team, 'Upisano')
  expect(await buzzes(page)).toBe(7)

  await scan(page, first, 'Pauza: još 15 minuta')
  expect(await buzzes(page)).toBe(8)
  // What was undone cools nothing down.
  await scan(page, wrong, 'Upisano')
  for (const team of teams) expect((await team.ledger()).map(({ label }) => label)).toEqual(['Pobjeda'])
  expect(await storedAwards(page)).toEqual([])

  await series(page).getByRole('button', { name: 'Pronađi tim' }).click()
  await series(page).getByRole('searchbox', { name: 'Naziv tima' }).fill(byName.team_name)
  await series(page).getByRole('button', { name: byName.team_name }).click()
  await expect(newest(page)).toContainText('Upisano')
  await expect(series(page).getByRole('button', { name: 'Pronađi tim' })).toBeVisible()
  expect(await byName.ledger()).toHaveLength(1)

  await series(page).getByRole('button', { name: 'Zatvori' }).click()
  const served = page.locator('main a[href^="/qr/"]')
  await expect(served).toHaveCount(6)
  await expect(served.first()).toContainText(byName.team_name)
  await expect(served.nth(1)).toContainText(wrong.team_name)
})

test('after an award one step leads to the next team: to the scanner, or to the search on a device that has none', async ({
  page,
  team,
  context,
}) => {
  await openTeam(page, team)
  await give(page, 'Upisano')
  await page.evaluate(() => {
    navigator.mediaDevices.enumerateDevices = async () => []
  })
  await page.getByRole('button', { name: 'Sljedeći tim' }).click()
  await expect(page.getByRole('searchbox', { name: 'Naziv tima' })).toBeFocused()

  const phone = await context.newPage()
  await giveNfc(phone, { permission: 'granted' })
  await openTeam(phone, team)
  await tap(phone)
  await phone.getByRole('button', { name: 'Sljedeći tim' }).click()
  await expect(scanner(phone).getByText(HOLD)).toBeVisible()
})
