import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import { scanner } from '../support/scanner'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

const SCAN = '/?skeniraj=1'
const CARD = '/player'

test('the shortcut Skeniraj asks a visitor to sign in first, opens the scanner over a player’s card, once, and works without a network', async ({
  page,
  people,
}) => {
  const { profile: ana } = await people.player('ana')
  await page.goto(SCAN)
  await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
  await page.getByLabel('Kod iz SMS-a').or(page.getByLabel('Broj mobitela ili e-mail')).waitFor()
  await page.getByLabel('Kod iz SMS-a').fill(await people.askForCode(page, ana.mobile))
  await expect(scanner(page)).toBeVisible()
  await expect(page).toHaveURL(CARD)
  await scanner(page).getByRole('button', { name: 'Zatvori' }).click()
  await expect(page.getByRole('button', { name: 'Skeniraj' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await expect(scanner(page)).toBeHidden()

  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, /ana/)
  await page.context().setOffline(true)
  await page.goto(SCAN)
  await expect(scanner(page)).toBeVisible()
  await expect(page).toHaveURL(CARD)
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

test('launching the running installed app again keeps the vendor’s screen; a shortcut opens the scanner over the board, each time, without a reload', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain('Pokretači')
  const place = `/qr/${team_id}`
  await asInstalledApp(page)
  await people.signIn(page, 'iva')
  await page.goto(place)
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { sameLife: true }))
  for (const again of [place, '/', 'https://elsewhere.example/qr/1']) await launch(page, again)
  await expect(page.getByText('Upisano')).toBeVisible()
  await expect(page).toHaveURL(place)
  for (const time of ['from a team’s screen', 'on the screen that already has the scanner']) {
    await launch(page, SCAN)
    await expect(scanner(page), time).toBeVisible()
    await expect(page).toHaveURL('/vendor')
    await scanner(page).getByRole('button', { name: 'Zatvori' }).click()
  }
  await launch(page, place)
  await expect(page.getByRole('heading', { level: 1, name: 'Pokretači' })).toBeVisible()
  expect(await page.evaluate(() => 'sameLife' in window)).toBe(true)
})
