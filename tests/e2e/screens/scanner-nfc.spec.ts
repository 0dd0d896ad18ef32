import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { callAs } from '../support/call-as'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { expect, test } from '../support/journey'
import { activeScans, giveNfc, scanAttempts, showPage, touchTag } from '../support/nfc-phone'
import { HOLD, openScanner, playerScans, scanner } from '../support/scanner'
import { foundTeam, teamIdOf } from '../support/teams'

declare global {
  interface Window {
    buzzes: number[][]
  }
}

/** Expects a state of the scanner: its text, no accessibility violation, and a layout that fits the smallest phone. */
async function expectSays(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(scanner(page).getByText(text, { exact: false })).toBeVisible()
  await expectAccessible(page)
  await expectFitsSmallPhone(page)
}

const urlOf = (page: Page, path: string) => new URL(path, page.url()).href

test.describe('permission', () => {
  test('that was granted before needs no tap', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expectSays(page, HOLD)
    expect(await activeScans(page)).toBe(1)
  })

  test('that was never requested is requested only by a tap on a button', async ({ page, people }) => {
    await giveNfc(page, { permission: 'prompt' })
    await playerScans(page, people)
    await expectSays(page, 'Za čitanje NFC oznaka preglednik traži vaše dopuštenje.')
    expect(await scanAttempts(page)).toEqual([])
    await page.getByRole('button', { name: 'Uključi NFC' }).click()
    await expectSays(page, HOLD)
    expect(await activeScans(page)).toBe(1)
  })

  test('that is refused says how to allow it; once allowed in the settings, scanning continues on return', async ({
    page,
    people,
  }) => {
    await giveNfc(page, { permission: 'prompt', answer: 'denied' })
    await playerScans(page, people)
    await page.getByRole('button', { name: 'Uključi NFC' }).click()
    await expectSays(page, 'Pristup NFC-u je odbijen. Dopustite ga u postavkama stranice.', 'među dopuštenjima uključite NFC')
    await expect(page.getByRole('button', { name: 'Skeniraj kamerom' })).toBeVisible()

    await showPage(page, 'hidden')
    await page.evaluate(() => {
      window.nfcPhone.permission = 'granted'
    })
    await showPage(page, 'visible')
    await expectSays(page, HOLD)
  })

  test('that is refused for good is known without a request', async ({ page, people }) => {
    await giveNfc(page, { permission: 'denied' })
    await playerScans(page, people)
    await expectSays(page, 'Pristup NFC-u je odbijen.')
    expect(await scanAttempts(page)).toEqual([])
  })
})

test.describe('hardware', () => {
  test('that is switched off says so; once switched on, scanning continues on return', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted', hardware: 'off' })
    await playerScans(page, people)
    await expectSays(page, 'NFC je isključen. Uključite ga u postavkama mobitela i vratite se ovamo.')
    await showPage(page, 'hidden')
    await page.evaluate(() => {
      window.nfcPhone.hardware = 'on'
    })
    await showPage(page, 'visible')
    await expectSays(page, HOLD)
  })

  test('that is switched off while the page is hidden is not called ready on return', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await showPage(page, 'hidden')
    await page.evaluate(() => {
      window.nfcPhone.hardware = 'off'
    })
    await showPage(page, 'visible')
    await expectSays(page, 'NFC je isključen.')
  })

  test('that is missing leaves the camera, which then starts automatically', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted', hardware: 'none' })
    await playerScans(page, people)
    await expectSays(page, 'Ovaj uređaj ne čita NFC oznake. Skenirajte QR kod kamerom.')
    await expect(page.getByRole('button', { name: 'Skeniraj kamerom' })).toBeHidden()
  })
})

test.describe('one visit', () => {
  test('has one reader, which does not read while the page is hidden and reads again afterwards', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await showPage(page, 'hidden')
    expect(await activeScans(page)).toBe(0)
    expect(await touchTag(page, urlOf(page, '/s/arkade-01'))).toBe(0)
    await showPage(page, 'visible')
    await expect.poll(() => activeScans(page)).toBe(1)
    expect(await scanAttempts(page)).toEqual(['aborted', 'scanning'])
    await touchTag(page, urlOf(page, '/s/arkade-01'))
    await expect(page).toHaveURL('/s/arkade-01')
  })

  test('ends with Escape, which returns the focus to the button; the next visit reads again', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await expect(scanner(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(scanner(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Skeniraj', exact: true })).toBeFocused()
    expect(await activeScans(page)).toBe(0)
    expect(await touchTag(page, urlOf(page, '/s/arkade-01'))).toBe(0)

    await openScanner(page)
    await expect.poll(() => activeScans(page)).toBe(1)
    await scanner(page).getByRole('button', { name: 'Zatvori' }).click()
    await expect.poll(() => activeScans(page)).toBe(0)
  })

  test('keeps a tag that was read away from Android until it is removed, and then ends', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await touchTag(page, urlOf(page, '/s/arkade-01'))
    await expect(page.getByRole('heading', { level: 1, name: 'Arkadna zona' })).toBeVisible()
    expect(await activeScans(page)).toBe(1)
    expect(await touchTag(page, urlOf(page, '/s/kviz-01'))).toBe(1)
    await expect.poll(() => activeScans(page)).toBe(0)
    await expect(page).toHaveURL('/s/arkade-01')
  })
})

test.describe('a tag', () => {
  test('vibrates and is opened at once', async ({ page, people }) => {
    await page.addInitScript(() => {
      window.buzzes = []
      navigator.vibrate = (pattern) => window.buzzes.push(typeof pattern === 'number' ? [pattern] : [...pattern]) > 0
    })
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await touchTag(page, 'https://zlo.example/s/arkade-01')
    await expectSays(page, 'Oznaka nije dio ove igre.', 'Skenirajte oznaku ili QR kod s ovog natjecanja.')
    await expect(page).toHaveURL('/player')
    await touchTag(page, urlOf(page, '/s/arkade-01'))
    await expect(page).toHaveURL('/s/arkade-01')
    await expect(scanner(page)).toBeHidden()
    const buzzes = await page.evaluate(() => window.buzzes)
    expect(buzzes).toHaveLength(2)
    expect(buzzes[0], 'a refusal has another vibration pattern').not.toEqual(buzzes[1])
    await page.goBack()
    await expect(page).toHaveURL('/player')
  })

  test('fault 44: that is read twice within a second is scanned once', async ({ page, people }) => {
    const scans: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('action=scan')) scans.push(request.url())
    })
    await giveNfc(page, { permission: 'granted' })
    await people.signUp(page, 'dvaput')
    await page.goto('/player')
    await callAs(page, 'createTeam', { team_name: 'Dvaput Dodirnuto' })
    await page.reload()
    await openScanner(page)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await page.evaluate(
      (text) => {
        for (let touch = 0; touch < 3; touch++) window.nfcPhone.touch([{ recordType: 'url', text }])
      },
      urlOf(page, '/s/zmaj-7k2p9x4mq8ab'),
    )
    await expect(page.getByRole('heading', { name: '+7 bodova' })).toBeVisible()
    expect(scans).toHaveLength(1)
  })

  test('fault 44: that belongs to another game is refused once, however long it stays', async ({ page, people }) => {
    await page.addInitScript(() => {
      window.buzzes = []
      navigator.vibrate = (pattern) => window.buzzes.push(typeof pattern === 'number' ? [pattern] : [...pattern]) > 0
    })
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await page.evaluate(() => {
      for (let touch = 0; touch < 5; touch++) window.nfcPhone.touch([{ recordType: 'url', text: 'https://zlo.example/' }])
    })
    await expect(scanner(page).getByText('Oznaka nije dio ove igre.')).toBeVisible()
    expect(await page.evaluate(() => window.buzzes.length)).toBe(1)
  })

  test('that is moved away too early says to hold still and is read at the next try', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await page.evaluate(() => window.nfcPhone.touchBadly())
    await expectSays(page, 'Oznaka nije pročitana. Držite mobitel mirno i pokušajte ponovno.')
    await touchTag(page, urlOf(page, '/s/arkade-01'))
    await expect(page).toHaveURL('/s/arkade-01')
  })

  test('that is empty or damaged says what to do', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await page.evaluate(() => window.nfcPhone.touch([]))
    await expectSays(page, 'Oznaka je prazna. Uzmite drugu ili se javite organizatoru.')
    await touchTag(page, urlOf(page, '/s/%zz'))
    await expectSays(page, 'Adresa na oznaci nije ispravna. Javite se organizatoru.')
  })

  test('that would run a script or leave the origin does neither', async ({ page, people }) => {
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(page.url()).origin) elsewhere.push(request.url())
    })
    for (const address of [
      'javascript:document.title="zlo"',
      `${urlOf(page, '/')}@zlo.example/s/a`,
      urlOf(page, '/api?action=login'),
    ]) {
      await touchTag(page, address)
      await expect(scanner(page).getByText('Oznaka nije dio ove igre.')).toBeVisible()
    }
    await expect(page).toHaveURL('/player')
    expect(await page.title()).not.toBe('zlo')
    expect(elsewhere).toEqual([])
  })

  test("takes a booth's staff from the board to the award screen of the team whose code it holds", async ({
    page,
    people,
    phone,
  }) => {
    const captain = await phone()
    await foundTeam(captain, people, 'Prislonjeni')
    const teamId = await teamIdOf(captain)
    await giveNfc(page, { permission: 'granted' })
    await people.openBoard(page, 'iva')
    await openScanner(page)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await touchTag(page, urlOf(page, `/qr/${teamId}`))
    await expect(page).toHaveURL(`/qr/${teamId}`)
    await expect(page.getByRole('heading', { name: 'Prislonjeni' })).toBeVisible()
  })

  test("with another team's code takes a player back to the card, which offers that team", async ({ page, people, phone }) => {
    const captain = await phone()
    await foundTeam(captain, people, 'Ponuđeni')
    const teamId = await teamIdOf(captain)
    await giveNfc(page, { permission: 'granted' })
    await playerScans(page, people)
    await expect(scanner(page).getByText(HOLD)).toBeVisible()
    await touchTag(page, urlOf(page, `/qr/${teamId}`))
    await expect(page.getByRole('button', { name: 'Pošalji zahtjev timu Ponuđeni' }).first()).toBeVisible()
    await expect(scanner(page)).toBeHidden()
  })
})
