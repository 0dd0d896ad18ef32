import type { Page } from '@playwright/test'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import {
  activeScans,
  giveNfc,
  type NfcPhoneOptions,
  scanAttempts,
  showPage,
  touchTag,
} from '../support/nfc-phone'
import { expectSays, HOLD, openScanner, playerScans, scanner } from '../support/scanner'
import { checkState, expectUsable } from '../support/usable'

declare global {
  interface Window {
    buzzes: number[][]
  }
}

const urlOf = (page: Page, path: string) => new URL(path, page.url()).href

async function change(page: Page, nfc: Partial<NfcPhoneOptions>): Promise<void> {
  await page.evaluate((values) => void Object.assign(window.nfcPhone, values), nfc)
}

/** Leaves the app, changes the phone's settings and comes back. */
async function changeInSettings(page: Page, nfc: Partial<NfcPhoneOptions>): Promise<void> {
  await showPage(page, 'hidden')
  await change(page, nfc)
  await showPage(page, 'visible')
}

async function reopen(page: Page, nfc: Partial<NfcPhoneOptions> = {}): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(scanner(page)).toBeHidden()
  await change(page, nfc)
  await openScanner(page)
}

test('the scanner requests the permission for NFC only after a tap, and says what to do without it', async ({
  page,
  people,
}) => {
  await giveNfc(page, { permission: 'prompt' })
  await playerScans(page, people)
  await expectSays(page, 'Za čitanje NFC oznaka preglednik traži vaše dopuštenje.')
  await expectUsable(page, 'scanner-nfc-unasked')
  expect(await scanAttempts(page)).toEqual([])
  await page.getByRole('button', { name: 'Uključi NFC' }).click()
  await expectSays(page, HOLD)
  await checkState(page, 'scanner-nfc')
  await expect.poll(() => activeScans(page)).toBe(1)
  // With a permission granted earlier, no tap is needed.
  await reopen(page)
  await expect(scanner(page).getByText(HOLD)).toBeVisible()

  await reopen(page, { permission: 'prompt', answer: 'denied' })
  await page.getByRole('button', { name: 'Uključi NFC' }).click()
  await expectSays(
    page,
    'Pristup NFC-u je odbijen. Dopustite ga u postavkama stranice.',
    'među dopuštenjima uključite NFC',
  )
  await expect(page.getByRole('button', { name: 'Skeniraj kamerom' })).toBeVisible()
  await checkState(page, 'scanner-nfc-refused')
  await changeInSettings(page, { permission: 'granted' })
  await expect(scanner(page).getByText(HOLD)).toBeVisible()

  await reopen(page, { permission: 'denied' })
  await expect(scanner(page).getByText('Pristup NFC-u je odbijen.', { exact: false })).toBeVisible()
  expect(
    (await scanAttempts(page)).filter((outcome) => outcome === 'NotAllowedError'),
  ).toHaveLength(1)

  await reopen(page, { permission: 'granted', hardware: 'off' })
  await expectSays(page, 'NFC je isključen. Uključite ga u postavkama mobitela i vratite se ovamo.')
  await changeInSettings(page, { hardware: 'on' })
  await expect(scanner(page).getByText(HOLD)).toBeVisible()
  await reopen(page, { hardware: 'none' })
  await expectSays(page, 'Ni NFC oznake ovaj uređaj ne čita.')
  await expect(page.getByRole('button', { name: 'Skeniraj kamerom' })).toBeHidden()
})

test('a visit has one NFC reader, which stops with the page and keeps Android from opening tags', async ({
  page,
  people,
}) => {
  await giveNfc(page, { permission: 'granted' })
  await playerScans(page, people)
  await expect(scanner(page).getByText(HOLD)).toBeVisible()
  await showPage(page, 'hidden')
  await expect.poll(() => activeScans(page)).toBe(0)
  expect(await touchTag(page, urlOf(page, '/s/arkade-01'))).toBe(0)
  await showPage(page, 'visible')
  await expect.poll(() => activeScans(page)).toBe(1)
  expect(await scanAttempts(page)).toEqual(['aborted', 'scanning'])

  await expect(scanner(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(scanner(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Skeniraj', exact: true })).toBeFocused()
  await expect.poll(() => activeScans(page)).toBe(0)
  expect(await touchTag(page, urlOf(page, '/s/arkade-01'))).toBe(0)
  await openScanner(page)
  await expect.poll(() => activeScans(page)).toBe(1)
  await scanner(page).getByRole('button', { name: 'Zatvori' }).click()
  await expect.poll(() => activeScans(page)).toBe(0)

  await openScanner(page)
  await expect.poll(() => activeScans(page)).toBe(1)
  await touchTag(page, urlOf(page, '/s/arkade-01'))
  await expect(page.getByRole('heading', { level: 1, name: 'Arkadna zona' })).toBeVisible()
  await expect.poll(() => activeScans(page)).toBe(1)
  expect(await touchTag(page, urlOf(page, '/s/kviz-01'))).toBe(1)
  await expect.poll(() => activeScans(page)).toBe(0)
  await expect(page).toHaveURL('/s/arkade-01')
})

test('fault 44: a tag read several times is scanned once, and a foreign or damaged one opens nothing', async ({
  page,
  people,
  game,
}) => {
  const elsewhere: string[] = []
  const scans: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(game.url)) elsewhere.push(request.url())
    if (request.url().includes('action=scan')) scans.push(request.url())
  })
  await page.addInitScript(() => {
    window.buzzes = []
    navigator.vibrate = (pattern) =>
      window.buzzes.push(typeof pattern === 'number' ? [pattern] : [...pattern]) > 0
  })
  await giveNfc(page, { permission: 'granted' })
  await people.signUp(page, 'dvaput')
  await callAs(page, 'createTeam', { team_name: 'Dvaput Dodirnuto' })
  await page.goto('/player')
  await openScanner(page)
  await expect(scanner(page).getByText(HOLD)).toBeVisible()
  const touchOften = (address: string) =>
    page.evaluate((text) => {
      for (let touch = 0; touch < 5; touch++) window.nfcPhone.touch(text)
    }, address)
  await touchOften('https://zlo.example/s/arkade-01')
  await expectSays(
    page,
    'Oznaka nije dio ove igre.',
    'Skenirajte oznaku ili QR kod s ovog natjecanja.',
  )
  expect(await page.evaluate(() => window.buzzes.length)).toBe(1)
  await page.evaluate(() => window.nfcPhone.touchBadly())
  await expectSays(page, 'Oznaka nije pročitana. Držite mobitel mirno i pokušajte ponovno.')
  await page.evaluate(() => window.nfcPhone.touch(null))
  await expectSays(page, 'Oznaka je prazna. Uzmite drugu ili se javite organizatoru.')
  await touchTag(page, urlOf(page, '/s/%zz'))
  await expectSays(page, 'Adresa na oznaci nije ispravna. Javite se organizatoru.')
  await touchTag(page, 'javascript:document.title="zlo"')
  await expect(page).toHaveURL('/player')
  expect(await page.title()).not.toBe('zlo')
  expect(elsewhere).toEqual([])

  const refusals = await page.evaluate(() => window.buzzes)
  await touchOften(urlOf(page, '/s/zmaj-7k2p9x4mq8ab'))
  await expect(page.getByRole('heading', { name: '+7 bodova' })).toBeVisible()
  await expect(scanner(page)).toBeHidden()
  expect(scans).toHaveLength(1)
  await expect.poll(() => page.evaluate(() => window.buzzes)).toHaveLength(refusals.length + 1)
  const buzzes = await page.evaluate(() => window.buzzes)
  expect(buzzes[0], 'a refusal has another vibration pattern').not.toEqual(buzzes.at(-1))
  await page.goBack()
  await expect(page).toHaveURL('/player')
})
