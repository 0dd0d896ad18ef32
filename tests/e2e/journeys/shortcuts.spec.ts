import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import { foundTeam, teamIdOf } from '../support/teams'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

const SCAN = '/?skeniraj=1'
const CARD = '/player'
const scanner = (page: Page) => page.getByRole('dialog', { name: 'Skeniranje' })

test.describe('the shortcut Skeniraj', () => {
  test('opens the scanner over a player’s card, once', async ({ page, people }) => {
    await people.signUp(page, 'ana')
    await page.goto(SCAN)
    await expect(scanner(page)).toBeVisible()
    await expect(page).toHaveURL('/player')
    await scanner(page).getByRole('button', { name: 'Zatvori' }).click()
    await expect(page.getByRole('button', { name: 'Skeniraj' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
    await expect(scanner(page)).toBeHidden()
  })

  test('opens the scanner over a booth’s board', async ({ page, people }) => {
    await people.signIn(page, 'iva')
    await page.goto(SCAN)
    await expect(scanner(page)).toBeVisible()
    await expect(page).toHaveURL('/vendor')
  })

  test('asks a visitor to sign in first and then opens the scanner', async ({ page, people, phone }) => {
    const ana = await people.signUp(await phone(), 'ana')
    await page.goto(SCAN)
    await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
    await page.getByLabel('Kod iz SMS-a').or(page.getByLabel('Broj mobitela ili e-mail')).waitFor()
    const code = await people.askForCode(page, ana.mobile)
    await page.getByLabel('Kod iz SMS-a').fill(code)
    await expect(scanner(page)).toBeVisible()
    await expect(page).toHaveURL('/player')
  })

  test('works without a network', async ({ page, people, game }) => {
    await people.signUp(page, 'ana')
    await page.goto('/player')
    await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
    await waitUntilAppIsCached(page)
    await waitUntilDataIsStored(page, /ana/)
    await game.halt('SIGTERM')
    await page.goto(SCAN)
    await expect(scanner(page)).toBeVisible()
    await expect(page).toHaveURL('/player')
    await game.resume()
  })
})

test('the shortcut Moja Kartica opens the card for a player, the board for a vendor, and the sign-in for a visitor', async ({
  page,
  people,
  phone,
}) => {
  await page.goto(CARD)
  await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Fplayer/)
  await people.signUp(page, 'ana')
  await page.goto(CARD)
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  const vendor = await phone()
  await people.signIn(vendor, 'iva')
  await vendor.goto(CARD)
  await expect(vendor).toHaveURL('/vendor')
})

/** Fakes the browser's side of launch_handler, which only installed apps have; the first launch is the one that opened the page. */
async function asInstalledApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Consumer = (launch: { targetURL: string }) => void
    Object.defineProperty(window, 'launchQueue', {
      value: {
        setConsumer: (consumer: Consumer) => {
          window.addEventListener('launch', (event) => {
            if (event instanceof CustomEvent) consumer({ targetURL: String(event.detail) })
          })
        },
      },
    })
  })
}

async function launch(page: Page, place: string): Promise<void> {
  await page.evaluate((path) => {
    window.dispatchEvent(new CustomEvent('launch', { detail: new URL(path, window.location.origin).href }))
  }, place)
}

test('launching the running installed app again keeps the vendor’s screen; a shortcut opens the scanner without a reload', async ({
  page,
  people,
  phone,
}) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Pokretači')
  const teamId = await teamIdOf(captain)
  await asInstalledApp(page)
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { sameLife: true }))

  await launch(page, `/qr/${teamId}`)
  await launch(page, '/')
  await expect(page.getByText('Upisano')).toBeVisible()
  await expect(page).toHaveURL(`/qr/${teamId}`)
  await launch(page, SCAN)
  await expect(scanner(page)).toBeVisible()
  await expect(page).toHaveURL('/vendor')
  await scanner(page).getByRole('button', { name: 'Zatvori' }).click()
  await launch(page, SCAN)
  await expect(scanner(page), 'on the screen that already has the scanner').toBeVisible()
  await scanner(page).getByRole('button', { name: 'Zatvori' }).click()
  await launch(page, `/qr/${teamId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pokretači' })).toBeVisible()
  await launch(page, 'https://elsewhere.example/qr/1')
  await expect(page).toHaveURL(`/qr/${teamId}`)
  expect(await page.evaluate(() => 'sameLife' in window)).toBe(true)
})

test('the launch that opened the page does not open the scanner again, the next one does', async ({ page, people }) => {
  await asInstalledApp(page)
  await people.signUp(page, 'ana')
  await page.goto(SCAN)
  await scanner(page).getByRole('button', { name: 'Zatvori' }).click()
  await expect(page.getByRole('button', { name: 'Skeniraj' })).toBeFocused()
  await launch(page, SCAN)
  // Once the next launch has navigated, opening the scanner a second time would have happened too.
  await launch(page, CARD)
  await expect(page).toHaveURL(CARD)
  await expect(scanner(page)).toBeHidden()
  await launch(page, SCAN)
  await expect(scanner(page)).toBeVisible()
})
