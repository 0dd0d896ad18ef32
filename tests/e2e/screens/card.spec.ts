import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { isCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { readQr } from '../support/read-qr'
import { foundTeam, openScreen, panel, teamIdOf } from '../support/teams'
import { checkState } from '../support/usable'
import { waitUntilDataIsStored } from '../support/worker'

test('an award appears in the history and as a cooldown until it is voided', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Lovci Na Bodove')
  const team_id = await teamIdOf(page)
  const card = page.getByRole('article')
  const history = panel(page, 'Dodjele bodova')
  const news = panel(page, 'Posljednji bodovi')
  const arcade = page.getByRole('group').filter({ hasText: 'Arkadna zona' })
  const win = arcade.getByRole('listitem').filter({ hasText: 'Pobjeda' })
  await expect(news).toContainText('Još nema dodjela. Obiđite štandove i pokažite QR kod.')
  // A team without points has no rank.
  await expect(card).toContainText('–')
  await openScreen(page, 'Štandovi')
  await expect(arcade).toContainText('Hala A, štand 3')
  await expect(arcade).toContainText(/Dostupno (\d)\sod\s\1/)
  await arcade.getByText('Arkadna zona').click()
  await expect(arcade).toContainText('Zlatno doba automata.')
  await expect(win).toContainText('+25 bodova')
  await expect(win).toContainText('Sada dostupno · pauza 15 min')

  const booth = await people.staff('iva')
  const { award } = await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await callAs(await people.staff('lucija'), 'awardPoints', { team_id, point_type: 'odgovor' })
  await page.reload()
  const rows = page.getByRole('group').locator('summary')
  await expect(rows.filter({ hasText: 'Kvizionica' })).toContainText(/za (9|10)\sminuta/)
  const shown = await rows.allTextContents()
  const last = shown.findLastIndex((row) => row.includes('Dostupno'))
  expect(shown.findIndex((row) => row.includes('Kvizionica'))).toBe(last + 1)
  await expect(arcade).not.toContainText(/Dostupno (\d)\sod\s\1/)
  await arcade.getByText('Arkadna zona').click()
  await expect(win).toContainText(/Pauza: još 1[45]\sminuta/)
  await checkState(page, 'booths-played')
  await expect(arcade.getByRole('listitem').filter({ hasText: 'Sudjelovanje' })).toContainText(
    'Sada dostupno',
  )
  await openScreen(page, 'Tim')
  await expect(history.getByRole('heading', { name: 'Danas' })).toBeVisible()
  await expect(history.getByRole('listitem').filter({ hasText: '+25 bodova' })).toContainText(
    'Arkadna zona',
  )
  await openScreen(page, 'Kartica')
  await expect(card).toContainText('40 bodova')
  await expect(news).toContainText('+25 bodova')
  await checkState(page, 'card-played')

  await callAs(booth, 'voidAward', { award_id: award.award_id })
  await page.reload()
  await expect(news.getByText('· Poništeno')).toBeAttached()
  await expect(card).toContainText('15 bodova')
  await openScreen(page, 'Štandovi')
  await expect(arcade).toContainText(/Dostupno (\d)\sod\s\1/)
})

test('a long history is grouped by day, loads more on scrolling, and is kept for offline', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Duga Povijest')
  const team_id = await teamIdOf(page)
  const staff = await people.staff('iva')
  // 132 awards, 20 minutes apart: more than one answer can hold, but within 44 hours.
  const ids = Array.from({ length: 132 }, () => randomUUID())
  const made = ids.map((award_id, index) => ({
    award_id,
    team_id,
    point_type: 'sudjelovanje',
    queued_ms: index * 20 * 60_000,
  }))
  while (made.length > 0) await callAs(staff, 'awardMany', { awards: made.splice(0, 40) })
  await page.goto('/player/tim')
  const history = panel(page, 'Dodjele bodova')
  const rows = history.getByRole('listitem')
  const scrollToEnd = async () => {
    await expect(async () => {
      await rows.last().scrollIntoViewIfNeeded()
      await expect(rows).toHaveCount(132, { timeout: 500 })
    }).toPass()
  }
  await scrollToEnd()
  const days = await history.getByRole('heading', { level: 3 }).allTextContents()
  expect(days.length).toBeGreaterThanOrEqual(2)
  expect(days).toContain('Jučer')
  expect(new Set(days).size).toBe(days.length)
  await expect(history.getByRole('button', { name: 'Starije' })).toHaveCount(0)
  await waitUntilDataIsStored(page, new RegExp(ids.at(-1) ?? ''))
  await page.route(isCall('teamPoints'), (route) => route.abort())
  await page.reload()
  await scrollToEnd()
})

declare global {
  interface Window {
    /** The wake locks that the page was given. */
    locks: (EventTarget & { released: boolean })[]
  }
}

/** Gives the page wake locks that a test can release, as a system does on low battery. */
async function giveWakeLocks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.locks = []
    const request = async () => {
      const lock = Object.assign(new EventTarget(), {
        released: false,
        async release() {
          lock.released = true
        },
      })
      window.locks.push(lock)
      return lock
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
}

const wakeLocks = (page: Page) => page.evaluate(() => window.locks.map(({ released }) => released))

/** Style sheets like those of extensions and browsers that darken pages. */
const RECOLOURED = {
  'every colour replaced':
    '* { background: #111 !important; color: #eee !important; fill: #eee !important; stroke: #eee !important }',
  'all colours inverted, except pictures':
    'html, img { filter: invert(1) hue-rotate(180deg) !important }',
}

test("a team's code stays black on white in dark modes, and its full screen requests a lost wake lock again", async ({
  page,
  people,
}) => {
  await giveWakeLocks(page)
  await foundTeam(page, people, 'Tamni Način')
  const address = new URL(`/qr/${await teamIdOf(page)}`, page.url()).href
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setAutoDarkModeOverride', { enabled: true })
  const dialog = page.getByRole('dialog')
  for (const [how, style] of Object.entries(RECOLOURED)) {
    await page.evaluate((text) => {
      // A constructed sheet acts like an extension's: the page forbids inline styles.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, style)
    expect(await readQr(page.getByRole('img', { name: 'QR kod tima Tamni Način' })), how).toBe(
      address,
    )
    await page.getByRole('button', { name: 'Pokaži QR kod' }).click()
    expect(await readQr(dialog.getByRole('img')), `${how}, full screen`).toBe(address)
    await dialog.getByRole('button', { name: 'Zatvori' }).click()
  }
  await expect.poll(() => wakeLocks(page)).toEqual([true, true])

  await page.getByRole('button', { name: 'Pokaži QR kod' }).click()
  await expect(page.locator('html'), 'no strip beside the code').toHaveCSS(
    'scrollbar-gutter',
    'auto',
  )
  await expect.poll(() => wakeLocks(page)).toEqual([true, true, false])
  await page.evaluate(() => {
    const lock = Object.assign(window.locks[2] ?? new EventTarget(), { released: true })
    lock.dispatchEvent(new Event('release'))
  })
  await expect.poll(() => wakeLocks(page)).toEqual([true, true, true, false])
})
