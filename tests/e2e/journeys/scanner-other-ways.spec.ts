import type { Page } from '@playwright/test'
import encodeQR from 'qr'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { readQr } from '../support/read-qr'
import { openScanner, playerScans, scanner } from '../support/scanner'
import { teamIdOf } from '../support/teams'
import { expectToast } from '../support/toasts'
import { expectAccessible } from '../support/usable'
import { waitUntilDataIsStored } from '../support/worker'

// The worker would serve the scanner from its cache, and no request could fail.
test.use({ serviceWorkers: 'block' })

test('a typed code or a picture opens what the camera would, and each error says what to do', async ({
  page,
  people,
  game,
}) => {
  await page.setViewportSize({ width: 568, height: 320 })
  const { team_id } = await people.captain('Na Slici')
  await playerScans(page, people)
  for (const name of ['Zatvori', 'Odaberi sliku', 'Upiši kod']) {
    const button = scanner(page).getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    await expect(button).toBeInViewport({ ratio: 1 })
  }
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0)
  await page.setViewportSize({ width: 412, height: 839 })

  const file = scanner(page).locator('input[type=file]')
  await file.setInputFiles({
    name: 'sajam.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  await expect(
    page.getByText('Na slici nema QR koda. Odaberite oštriju sliku ili upišite kod s oznake.'),
  ).toBeVisible()
  await file.setInputFiles({
    name: 'popis.png',
    mimeType: 'image/png',
    buffer: Buffer.from('nije slika'),
  })
  await expect(page.getByText('Slika se ne može otvoriti. Odaberite drugu.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Upiši kod' }).click()
  const field = page.getByRole('textbox', { name: 'Kod s oznake' })
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Otvori' }).click()
  await expect(page.getByText('Upišite kod.')).toBeVisible()
  await field.fill('https://zlo.example/s/a')
  await page.getByRole('button', { name: 'Otvori' }).click()
  await expect(
    page.getByText(
      'Taj kod nije dio ove igre. Provjerite jeste li ga točno prepisali, s crticama.',
    ),
  ).toBeVisible()
  // People type codes with spaces and capitals.
  await field.fill(' K7M 2PQ 9xv-4bt hn8 w3z ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/s/k7m2pq9xv4bthn8w3z')
  await expect(page.getByText('provjerite velika i mala slova', { exact: false })).toBeVisible()

  await people.openBoard(page, 'iva')
  await openScanner(page)
  const buffer = Buffer.from(encodeQR(`${game.url}/qr/${team_id}`, 'gif', { scale: 6, border: 4 }))
  await file.setInputFiles({ name: 'kod.gif', mimeType: 'image/gif', buffer })
  await expect(page).toHaveURL(`/qr/${team_id}`)
})

test('the scanner’s button says that the scanner could not be loaded, and works once there is a network', async ({
  page,
  people,
}) => {
  await people.signUp(page, 'bezmreze')
  await page.goto('/player')
  const button = page.getByRole('button', { name: 'Skeniraj', exact: true })
  await expect(button).toBeVisible()
  await page.route('**/*', (route) => route.abort())
  await button.click()
  await expectToast(page, 'Skener se nije učitao. Provjerite mrežu i pokušajte ponovno.')
  await page.unroute('**/*')
  // Some browsers remember a failed import: then the next press reloads the page, and only a
  // further press opens the scanner.
  await expect(async () => {
    if (!(await scanner(page).isVisible())) await button.click({ timeout: 1_000 })
    await expect(scanner(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('a card’s code works at every address of the app, and contains PUBLIC_URL', async ({
  game,
  people,
  browser,
}) => {
  const elsewhere = game.url.replace('localhost', '127.0.0.1')
  /** Opens a phone that is signed in at the other address. */
  async function openElsewhere(signIn: (page: Page) => Promise<unknown>): Promise<Page> {
    const context = await browser.newContext({ baseURL: elsewhere })
    const page = await context.newPage()
    await signIn(page)
    const cookies = await context.cookies()
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: '127.0.0.1' })))
    return page
  }
  const page = await openElsewhere((one) => people.signUp(one, 'drugdje'))
  await callAs(page, 'createTeam', { team_name: 'Drugdje' })
  await page.goto('/player')
  const teamId = await teamIdOf(page)
  const code = page.getByRole('img', { name: 'QR kod tima Drugdje' })
  const address = `${game.url}/qr/${teamId}`
  expect(await readQr(code)).toBe(address)
  await waitUntilDataIsStored(page, /Drugdje/)
  await page.route(/\/api/, (route) => route.abort())
  await page.reload()
  expect(await readQr(code), 'offline').toBe(address)
  await page.unroute(/\/api/)

  await page.context().close()

  const booth = await openElsewhere((one) => people.signIn(one, 'iva'))
  await booth.goto(`${elsewhere}//QR//${teamId}/`)
  await expect(booth.getByRole('heading', { level: 1, name: 'Drugdje' })).toBeVisible()
  await expect(booth).toHaveURL(`${elsewhere}/qr/${teamId}`)
  await booth.goto('/qr/%E0%A4%A')
  await expect(booth).toHaveURL(`${elsewhere}/vendor`)
  await openScanner(booth)
  await booth.getByRole('button', { name: 'Upiši kod' }).click()
  await booth.getByRole('textbox', { name: 'Kod s oznake' }).fill(`${address}\u200B`)
  await booth.keyboard.press('Enter')
  await expect(booth).toHaveURL(`${elsewhere}/qr/${teamId}`)
  await booth.context().close()
})
