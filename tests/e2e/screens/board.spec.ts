import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { callAs } from '../support/call-as'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { expect, test } from '../support/journey'
import { passTime } from '../support/pass-time'
import type { People } from '../support/people'

/** The longest name that rule 3 allows, without a place to break it. */
const longName = (start: string) => start.padEnd(40, 'W')

async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectFitsSmallPhone(page)
}

async function foundTeam(page: Page, people: People, team_name: string): Promise<string> {
  await people.signUp(page, 'kapetan')
  return (await callAs(page, 'createTeam', { team_name })).team_id
}

const refusal = (code: string, message: string) => ({
  json: { status: 'KO', code, message, server_time: new Date().toISOString() },
})

test.describe('the board and the booth’s awards', () => {
  test('rule 12: voids an award from the list for good, and the team loses its points', async ({ page, people, phone }) => {
    const name = longName('Poništeni')
    const captain = await phone()
    const team_id = await foundTeam(captain, people, name)
    await people.signIn(page, 'iva')
    await callAs(page, 'awardPoints', { team_id, point_type: 'pobjeda' })
    await page.goto('/vendor/dodjele')
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) })
      .filter({ hasText: 'Pobjeda' })
    await expect(row).toContainText('Pobjeda · upravo sada')
    await expectUsable(page)
    await row.getByRole('button', { name: `Poništi dodjelu: Pobjeda, ${name}` }).click()
    await expect(page.getByText('Dodjela je poništena.')).toBeVisible()
    await expect(row).toContainText('Poništeno')
    await expect(row.getByRole('button')).toBeHidden()
    await expectUsable(page)
    expect((await callAs(captain, 'teamPoints', {})).points).toBe(0)
    await page.reload()
    await expect(row).toContainText('Poništeno')
  })

  test('says why an award cannot be voided, and tries again if there was no response', async ({ page, people, phone }) => {
    const team_id = await foundTeam(await phone(), people, 'Kasno Poništeni')
    await people.signIn(page, 'lucija')
    await callAs(page, 'awardPoints', { team_id, point_type: 'odgovor' })
    await page.goto('/vendor/dodjele')
    const undo = page.getByRole('button', { name: 'Poništi dodjelu: Točan odgovor, Kasno Poništeni' })
    await page.route('**/api?*void_award*', (route) => route.abort())
    await undo.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Poništavanje nije potvrđeno. Pokušajte ponovno.' })).toBeVisible()
    await expect(undo).toBeEnabled()
    await page.unroute('**/api?*void_award*')
    const tooLate = 'Dodjela se može poništiti samo u prvih 10 minuta nakon upisa.'
    await page.route('**/api?*void_award*', (route) => route.fulfill(refusal('VOID_TOO_LATE', tooLate)))
    await undo.click()
    await expect(page.getByRole('alert').filter({ hasText: tooLate })).toBeVisible()
    await expect(undo).toBeHidden()
  })

  test('shows the booth’s awards in a place of their own, newest first', async ({ page, people, phone }) => {
    const team_id = await foundTeam(await phone(), people, 'Marljivi')
    await people.signIn(page, 'zoran')
    for (let given = 0; given < 23; given += 1) await callAs(page, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
    await page.goto('/vendor/dodjele')
    const rows = page.getByRole('region', { name: 'Dodjele štanda' }).getByRole('listitem')
    await expect(rows).toHaveCount(23)
    await expectUsable(page)
  })

  test('lists all booths and marks the own booth', async ({ page, people }) => {
    await people.openBoard(page, 'lucija')
    const booths = page.getByRole('region', { name: 'Štandovi' })
    const own = booths.getByRole('group').filter({ hasText: 'Kvizionica' })
    await expect(own).toContainText('vaš štand')
    await own.getByText('Kvizionica').click()
    await expect(own).toContainText('Hala B, pozornica')
    await expect(own).toContainText('Tri pitanja, minuta po pitanju.')
    await expect(own).toContainText('Točan odgovor')
    await expect(own).toContainText('Pauza 10 min')
    await expect(own).toContainText('+15 bodova')
    await expect(booths.getByText('vaš štand')).toHaveCount(1)
    await booths.getByText('Prazni stol').click()
    await expect(booths.getByText('Bez vrsta bodova')).toBeVisible()
  })

  test('finds a team by part of its name, whatever the case and accents', async ({ page, people, phone }) => {
    await foundTeam(await phone(), people, 'Đumbirovi Šetači')
    await people.openBoard(page, 'luka')
    const search = page.getByRole('searchbox', { name: 'Naziv tima' })
    await search.fill('nema takvih timova')
    await expect(page.getByText('Nijedan tim ne odgovara upisanom.')).toBeVisible()
    await search.fill('dumbirovi  set')
    await page.getByRole('link', { name: /^Đumbirovi Šetači/ }).click()
    await expect(page.getByRole('heading', { name: 'Đumbirovi Šetači' })).toBeVisible()
    await expect(page).toHaveURL(/\/qr\//)
  })

  test('tells staff that their booth has no point types, on the board and at a team', async ({ page, people, phone }) => {
    const teamId = await foundTeam(await phone(), people, 'Uzalud Došli')
    await people.openBoard(page, 'petra')
    await expect(page.getByRole('heading', { name: 'Prazni stol' })).toBeVisible()
    await expect(page.getByText('Štand nema vrsta bodova. Javite se organizatoru.')).toBeVisible()
    await expectUsable(page)
    await page.goto('/vendor/dodjele')
    await expect(page.getByText('Štand još nije dodijelio bodove.')).toBeVisible()
    await expectUsable(page)
    await page.goto(`/qr/${teamId}`)
    await expect(page.getByText('Štand nema vrsta bodova. Javite se organizatoru.')).toBeVisible()
    await expectUsable(page)
  })

  test('tells staff who were removed from the booth while the board was open, and lets them continue as a player', async ({
    page,
    people,
    game,
  }, testInfo) => {
    await page.clock.install()
    await people.openBoard(page, 'zoran')
    await expect(page.getByRole('heading', { name: 'Nestalni štand' })).toBeVisible()
    const file = testInfo.outputPath('event.json')
    writeFileSync(file, JSON.stringify({ vendors: [{ vendor_id: 'nestalni', name: 'Nestalni štand', staff: [] }] }))
    game.event('apply', file)
    try {
      // The board refetches its data every 15 s.
      await passTime(page, 16_000)
      await expect(page.getByRole('heading', { name: 'Više niste u osoblju štanda' })).toBeVisible()
      await expectUsable(page)
      await page.getByRole('button', { name: 'Nastavi kao igrač' }).click()
      await expect(page).toHaveURL('/player')
      await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
    } finally {
      game.event('apply', 'tests/e2e/support/event.json')
    }
  })

  test('says what it could not load without a connection and loads it on request', async ({ page, people }) => {
    // From the start, because data loaded once is stored.
    await page.route('**/api?*action=team*', (route) => route.abort())
    await page.route('**/api?*action=vendor*', (route) => route.abort())
    await people.openBoard(page, 'luka')
    await expect(page.getByText('Niste povezani', { exact: true }).filter({ visible: true })).toHaveCount(2)
    await expectUsable(page)
    for (const [part, action] of [
      ['Pronađi tim', 'team'],
      ['Štandovi', 'vendor'],
    ] as const) {
      const retry = page.getByRole('region', { name: part }).getByRole('button', { name: 'Pokušaj ponovno' })
      const asked = page.waitForRequest((request) => request.url().includes(`action=${action}`))
      await retry.click()
      await asked
    }
    await page.unrouteAll()
    // The first part that answers has the app ask for the other by itself, which takes its button away.
    await expect(async () => {
      const [retry] = await page.getByRole('button', { name: 'Pokušaj ponovno' }).all()
      await retry?.click({ timeout: 1_000 })
      await expect(page.getByText('Niste povezani', { exact: true }).filter({ visible: true })).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
    await expect(page.getByText('Kvizionica')).toBeVisible()
  })
})

test.describe('a team at a booth', () => {
  test('is shown with its points and rank and a link back', async ({ page, people, phone }) => {
    const name = longName('Dugački')
    const teamId = await foundTeam(await phone(), people, name)
    await people.signIn(page, 'iva')
    await page.goto(`/qr/${teamId}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('0 bodova', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Pobjeda/ }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Upisano' })).toBeVisible()
    await expect(page.getByText(/^25\sbodova · \d+\. mjesto$/)).toBeVisible()
    await expectUsable(page)

    await page.route('**/api?*void_award*', (route) => route.abort())
    await page.getByRole('button', { name: 'Poništi dodjelu' }).click()
    await expect(page.getByText('Poništavanje nije potvrđeno. Pokušajte ponovno.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Poništi dodjelu' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Poništeno' })).toBeVisible()
    await expect(page.getByText('0 bodova', { exact: true })).toBeVisible()
    await expectUsable(page)
    await page.getByRole('link', { name: 'Na nadzornu ploču' }).click()
    await expect(page).toHaveURL('/vendor')
  })

  test('rule 12: an award older than ten minutes cannot be voided, and the screen says why', async ({ page, people, phone }) => {
    const teamId = await foundTeam(await phone(), people, 'Prekasno')
    await people.signIn(page, 'iva')
    await page.goto(`/qr/${teamId}`)
    await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
    await expect(page.getByText('Upisano')).toBeVisible()
    const tooLate = 'Dodjela se može poništiti samo u prvih 10 minuta nakon upisa.'
    await page.route('**/api?*void_award*', (route) => route.fulfill(refusal('VOID_TOO_LATE', tooLate)))
    await page.getByRole('button', { name: 'Poništi dodjelu' }).click()
    await expect(page.getByRole('status').filter({ hasText: tooLate })).toContainText('Upisano')
    await expect(page.getByRole('button', { name: 'Poništi dodjelu' })).toBeHidden()
    await expectUsable(page)
  })

  test('that cannot be loaded without a connection says so and loads on request', async ({ page, people, phone }) => {
    const teamId = await foundTeam(await phone(), people, 'Bez Veze')
    await page.route('**/api?*action=vendor*', (route) => route.abort())
    await people.signIn(page, 'iva')
    await page.goto(`/qr/${teamId}`)
    // The team's name comes from the device's stored list; it has never loaded the booth's point types.
    await expect(page.getByRole('heading', { level: 1, name: 'Bez Veze' })).toBeVisible()
    await expect(page.getByText('Poslužitelj ne odgovara. Provjerite mrežu i pokušajte ponovno.')).toBeVisible()
    await expectUsable(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
    await expect(page.getByRole('button', { name: /^Pobjeda/ })).toBeEnabled()
  })

  test('that is unknown leads back to the finder', async ({ page, people }) => {
    await people.signIn(page, 'iva')
    await page.goto('/qr/nema-ovoga')
    await expect(page.getByRole('heading', { name: 'Tim nije pronađen. Možda je raspušten.' })).toBeVisible()
    await expectUsable(page)
    await page.getByRole('link', { name: 'Pronađi tim' }).click()
    await expect(page).toHaveURL('/vendor')
  })
})
