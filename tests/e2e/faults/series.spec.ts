import type { Page } from '@playwright/test'
import { expect, type FoundedTeam, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, give, storedAwards, tap } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { giveHeldCamera } from '../support/held-camera'
import { type HeldTimers, holdTimers } from '../support/held-timers'
import { giveNfc, touchTag } from '../support/nfc-phone'
import { HOLD, scanner } from '../support/scanner'
import { expectToast } from '../support/toasts'
import { checkState, expectAccessible, expectFits, expectUsable } from '../support/usable'
import { waitUntilDataIsStored } from '../support/worker'

declare global {
  interface Window {
    buzzes: number[][]
    answers: string[]
  }
}

// The worker plays no part in a series.
test.use({ serviceWorkers: 'block' })

const series = (page: Page) => page.getByRole('dialog', { name: 'Dodjela u nizu' })
const awards = (page: Page) => series(page).getByRole('region', { name: 'Dodjela u nizu' })
const newest = (page: Page) => awards(page).getByRole('listitem').first()
const answer = (page: Page, kind: 'given' | 'cooldown' | 'refused') =>
  series(page).locator(`[role=status] [data-answer=${kind}]`)

/** Records each vibration, and each answer on the whole screen with its kind and its words. */
async function watchAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.buzzes = []
    window.answers = []
    navigator.vibrate = (pattern) => window.buzzes.push([pattern].flat() as number[]) > 0
    let last: Element | null = null
    new MutationObserver(() => {
      const shown = document.querySelector('[role=status] [data-answer]')
      if (shown === last) return
      last = shown
      if (shown instanceof HTMLElement)
        window.answers.push(`${shown.dataset.answer} ${shown.textContent}`)
    }).observe(document, { childList: true, subtree: true })
  })
}

async function openSeries(page: Page, label = 'Pobjeda'): Promise<void> {
  await page.goto('/vendor')
  await page.getByRole('button', { name: new RegExp(`^${label}: dodjela u nizu`) }).click()
  await expect(series(page)).toBeVisible()
}

const touch = (page: Page, { team_id }: Pick<FoundedTeam, 'team_id'>) =>
  touchTag(page, new URL(`/qr/${team_id}`, page.url()).href, team_id)

/** The background of an answer that gave no points. */
const AMBER = 'rgb(255, 185, 56)'

/**
 * How long the app shows an answer (ms). Tests hold this timer, so that even on a busy machine they
 * see every answer.
 */
const ANSWER_MS = 2_000

async function scan(
  page: Page,
  team: FoundedTeam,
  kind: 'given' | 'cooldown',
  says: string,
): Promise<void> {
  await touch(page, team)
  await expect(answer(page, kind)).toContainText(team.team_name)
  await expect(answer(page, kind)).toContainText(says)
}

/** A series counts readings of one team within this time (ms) as one scan. */
const SAME_SCAN_MS = 3_000

/** Advances the page's monotonic clock, so that a team's next scan is a new one however fast the machine is. */
async function passSameScan(page: Page): Promise<void> {
  await page.evaluate((ms) => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + ms
  }, SAME_SCAN_MS)
}

async function endAnswer(page: Page, timers: HeldTimers): Promise<void> {
  await timers.letGo(page)
  await expect(series(page).locator('[role=status] [data-answer]')).toHaveCount(0)
}

test('a series answers each team with the whole screen, and claims nothing that it does not know', async ({
  page,
  phone,
  people,
  foundTeam,
  network,
}) => {
  await giveNfc(page, { permission: 'granted' })
  await watchAnswers(page)
  const timers = await holdTimers(page, ANSWER_MS, ANSWER_MS)
  const [first, wrong, elsewhere, byName] = await Promise.all([
    foundTeam(),
    foundTeam(),
    foundTeam(),
    foundTeam(),
  ])
  const [offline, offlineToo, later] = await Promise.all([foundTeam(), foundTeam(), foundTeam()])
  await page.goto('/vendor')
  await waitUntilDataIsStored(page, new RegExp(byName.team_id))
  await openSeries(page)
  await expect(series(page).getByText(HOLD)).toBeVisible()
  await checkState(page, 'series')

  await scan(page, first, 'given', '+25')
  await expect(answer(page, 'given')).toContainText('Upisano')
  await page.setViewportSize({ width: 320, height: 568 })
  await expectFits(page, [{ width: 320, height: 568 }])
  const size = await answer(page, 'given')
    .getByText('+25', { exact: true })
    .evaluate((words) => Number.parseFloat(getComputedStyle(words).fontSize))
  // Readable from two metres: letters of at least a sixth of a narrow screen's width.
  expect(size).toBeGreaterThan(320 / 6)
  await endAnswer(page, timers)

  await scan(page, wrong, 'given', 'Upisano')
  // The undo button takes a tap while the answer is still on the screen.
  await newest(page).getByRole('button', { name: 'Poništi dodjelu' }).click()
  await expect(newest(page)).toContainText('Poništeno')
  // The whole screen no longer looks like points that were given.
  await expect(answer(page, 'given')).toHaveCSS('background-color', AMBER)
  await expect(awards(page)).toContainText('1 tim · sve je upisano')
  await expectUsable(page, 'series-given')

  // Another phone of the booth serves the team, without this phone's knowledge.
  const booth = await people.staff('luka')
  await callAs(booth, 'awardPoints', { team_id: elsewhere.team_id, point_type: 'pobjeda' })
  const other = await phone()
  await giveNfc(other, { permission: 'granted' })
  await watchAnswers(other)
  await holdTimers(other, ANSWER_MS, ANSWER_MS)
  await people.signIn(other, 'luka')
  await openSeries(other)
  await expect(series(other).getByText(HOLD)).toBeVisible()
  await scan(page, elsewhere, 'cooldown', 'Pauza')
  await scan(other, elsewhere, 'cooldown', 'Pauza: još 15 minuta')
  await expectAccessible(other)
  await touchTag(other, 'https://example.com/', 'foreign')
  await touchTag(other, new URL('/s/nema-ovoga-nigdje', other.url()).href, 'unknown')
  await expect(answer(other, 'refused')).toBeVisible()
  await expectAccessible(other)

  const back = network.inject(faults.cutBefore, { call: 'any' })
  for (const team of [offline, offlineToo]) await scan(page, team, 'given', 'Čeka slanje')
  await expect(awards(page)).toContainText('3 tima · 2 čekaju slanje')
  expect(await storedAwards(page)).toHaveLength(3)
  expect(await offline.ledger()).toEqual([])
  back()
  await backOnline(page)
  await expect(newest(page)).toContainText('Upisano')

  await endAnswer(page, timers)
  await series(page).getByRole('button', { name: 'Sudjelovanje +5' }).click()
  await expect(series(page).getByRole('button', { name: 'Sudjelovanje +5' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await scan(page, later, 'given', '+5')
  await expect(answer(page, 'given')).toContainText('Upisano')
  await endAnswer(page, timers)
  // An undone award starts no cooldown.
  await series(page).getByRole('button', { name: 'Pobjeda +25' }).click()
  await passSameScan(page)
  await scan(page, wrong, 'given', 'Upisano')
  await endAnswer(page, timers)

  await series(page).getByRole('button', { name: 'Pronađi tim' }).click()
  await series(page).getByRole('searchbox', { name: 'Naziv tima' }).fill(byName.team_name)
  await series(page).getByRole('button', { name: byName.team_name }).click()
  await expect(answer(page, 'given')).toContainText(byName.team_name)
  await expect(newest(page)).toContainText('Upisano')
  for (const team of [first, wrong, offline, offlineToo, byName]) {
    expect((await team.ledger()).map(({ label }) => label)).toEqual(['Pobjeda'])
  }
  expect((await later.ledger()).map(({ label }) => label)).toEqual(['Sudjelovanje'])
  expect(await elsewhere.ledger()).toHaveLength(1)
  // Each answer has one vibration, and each kind a different one.
  const answered = await page.evaluate(() => window.answers.map((one) => one.split(' ')[0]))
  // The server may name the cooldown only after the app has already shown 'given'.
  expect(answered.join(' ')).toMatch(/^given given( given)? cooldown( given){5}$/)
  const buzzes = await page.evaluate(() => window.buzzes)
  expect(buzzes.map((one) => one.length)).toEqual(answered.map((is) => (is === 'cooldown' ? 3 : 1)))
  expect(await other.evaluate(() => window.buzzes.at(-1))).toHaveLength(5)

  await endAnswer(page, timers)
  // A refused award stays until staff dismiss it.
  await awards(page).getByRole('button', { name: 'U redu' }).click()
  await series(page).getByRole('button', { name: 'Zatvori' }).click()
  await expectToast(page, '6 dodjela, sve je upisano')
  const served = page.locator('main a[href^="/qr/"]')
  await expect(served.first()).toContainText(byName.team_name)
  await expect(served.nth(1)).toContainText(wrong.team_name)
})

/** The number of cards: eight in every run; before a release sixty, which take five minutes. */
const CARDS = process.env.EVERY_SCREEN === undefined ? 8 : 60
/**
 * A card shown for only this long (ms) may or may not be counted, because a series counts a card only
 * after two readings.
 */
const TOO_QUICK_MS = 250
/** The scanner opens a camera that was taken away again after this long (ms). */
const REOPEN_MS = 3_000

test('fault 73: a series serves each team once, however its cards are held before the camera', async ({
  page,
  foundTeam,
  network,
  people,
}) => {
  test.slow()
  const found = (count: number) => Promise.all(Array.from({ length: count }, () => foundTeam()))
  const [held, quick, last] = [await found(CARDS), await found(6), await foundTeam()]
  const camera = await giveHeldCamera(page)
  // Keep each answer on the screen until the next one, and the camera closed until the test has
  // looked.
  const timers = await holdTimers(page, ANSWER_MS, REOPEN_MS)
  const cardOf = ({ team_id }: FoundedTeam) => new URL(`/qr/${team_id}`, page.url()).href
  async function serve(teams: readonly FoundedTeam[]): Promise<void> {
    for (const team of teams) {
      await camera.hold(cardOf(team))
      await expect(answer(page, 'given')).toContainText(team.team_name)
    }
  }
  await openSeries(page)
  const part = (from: number, to: number) => held.slice(from * CARDS, to * CARDS)
  await serve(part(0, 1 / 4))
  const back = network.inject(faults.cutBefore, { call: 'any' })
  await serve(part(1 / 4, 2 / 4))
  await camera.takeAway()
  await expect(series(page).getByText('Kamera nije dostupna.')).toBeVisible()
  await timers.letGo(page)
  await serve(part(2 / 4, 3 / 4))
  back()
  await serve(part(3 / 4, 1))
  await backOnline(page)
  await expect(awards(page)).toContainText(`${CARDS} timova · sve je upisano`)

  const [one, beside] = quick.map(cardOf)
  await camera.hold(one ?? '', beside ?? '')
  await expect(series(page).getByText('Dvije kartice u kadru. Pokažite samo jednu.')).toBeVisible()
  await camera.pass(quick.map(cardOf), TOO_QUICK_MS)
  // The series handles camera frames in order: after this answer, every earlier frame has been handled.
  await serve([last])
  await expect(awards(page)).toContainText('sve je upisano')
  const list = (await awards(page).getByRole('listitem').allTextContents()).join()
  const { awards: given } = await callAs(await people.staff('luka'), 'listAwards', {})
  const countOf = ({ team_id }: FoundedTeam) =>
    given.filter((award) => award.team_id === team_id).length
  expect([...held, last].map(countOf)).toEqual(Array.from({ length: CARDS + 1 }, () => 1))
  expect(quick.map(countOf)).toEqual(
    quick.map(({ team_name }) => (list.includes(`${team_name} `) ? 1 : 0)),
  )
})

test('after an award one tap leads to the next team: to the scanner, or to the search without a camera', async ({
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
