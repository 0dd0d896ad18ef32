import type { Locator, Page } from '@playwright/test'
import { changeAnswers, refuseCall } from '../support/answers'
import { untilAppRuns } from '../support/app-running'
import { awardState, backOnline, latestAward, tap } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { holdTimers } from '../support/held-timers'
import { expect, test } from '../support/journey'
import { nextRefresh, passTime } from '../support/pass-time'
import { withSixPointTypes } from '../support/six-point-types'
import { foundTeam, panel, teamIdOf, wantToJoin } from '../support/teams'
import { expectLargeTextFits, expectUsable, SMALLEST_PHONE } from '../support/usable'
import { untilDeviceIsRegistered } from '../support/worker'

const PHONES = [SMALLEST_PHONE, { width: 375, height: 667 }, { width: 412, height: 915 }] as const
const ON_ITS_SIDE = { width: 844, height: 390 }
const TEAM = 'Bakini Keksi'
const MESSAGE =
  'Zatvaramo u 18 h. Podijelite preostale bodove do 17:45 i ostavite aplikaciju otvorenu dok sve ne bude upisano; proglašenje je u 18:30 na velikoj pozornici, a nagrade čekaju kod ulaza u halu B. Tko ode ranije, neka se javi štandu s informacijama da mu nagradu čuvamo do sutra.'

async function eachPhone(page: Page, look: (size: string) => Promise<void>): Promise<void> {
  for (const phone of PHONES) {
    await page.setViewportSize(phone)
    await look(`${phone.width} × ${phone.height}`)
  }
}

/**
 * Expects the elements to be shown, and to end above the bar, without scrolling. An element may be
 * replaced meanwhile.
 */
async function expectInFirstView(
  page: Page,
  size: string,
  ...elements: readonly Locator[]
): Promise<void> {
  const missing = async () => {
    const end = await page.evaluate(() => {
      window.scrollTo(0, 0)
      // A wide screen has no bar at the bottom. Look for it in one step: a locator would wait for a
      // bar that is just disappearing.
      const bar = document.querySelector('[data-bottom-bar]')
      return bar?.checkVisibility() === true ? bar.getBoundingClientRect().top : window.innerHeight
    })
    const boxes = await Promise.all(elements.map((element) => element.boundingBox()))
    return elements
      .filter(
        (_, at) =>
          (boxes[at]?.height ?? 0) <= 8 || (boxes[at]?.y ?? 0) + (boxes[at]?.height ?? 0) > end,
      )
      .map(String)
  }
  await expect.poll(missing, `not in the first view at ${size}`).toEqual([])
}

/** Lists the words of an element that are split over two lines. */
async function brokenWords(element: Locator): Promise<string[]> {
  return await element.evaluate((root) => {
    const broken: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(word)
      }
    }
    return broken
  })
}

/** True if a box of fixed height has content that can be reached only by scrolling. */
const isCutOff = (box: Locator): Promise<boolean> =>
  box.evaluate((element) =>
    [...element.children].some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1),
  )

async function withMessage(page: Page): Promise<void> {
  await changeAnswers(page, 'listMessages', () => ({
    messages: [{ message_id: 'kraj', text: MESSAGE, sent_at: new Date().toISOString(), to: 'all' }],
  }))
}

test('the last award is fully visible above the bar of every phone, online and offline', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain(TEAM)
  await people.openBoard(page, 'iva')
  const held = page.getByRole('heading', { level: 1 }).locator('xpath=..')
  await expect(held).toContainText('Sve je upisano.')
  await untilDeviceIsRegistered(page)
  await page.goto(`/qr/${team_id}`)
  await tap(page)
  await expect(awardState(page)).toHaveText('Upisano')
  const line = latestAward(page)
  await expect(line.getByRole('status')).toHaveText(`Upisano +5 · ${TEAM}`)
  const next = line.getByRole('button', { name: 'Sljedeći tim' })
  await eachPhone(page, async (size) => {
    await expectInFirstView(page, size, line.getByRole('status'), next.getByText('Sljedeći tim'))
    expect.soft(await brokenWords(line), size).toEqual([])
    expect.soft(await isCutOff(line), `cut off at ${size}`).toBe(false)
  })

  await page.route('**/api?**', (route) => route.abort())
  await tap(page)
  await expect(awardState(page)).toHaveText('Čeka slanje')
  await eachPhone(page, async (size) => {
    const show = line.getByText('Pokaži timu', { exact: true })
    await expectInFirstView(
      page,
      size,
      line.getByRole('status'),
      next.getByText('Sljedeći tim'),
      show,
    )
    expect.soft(await brokenWords(line), size).toEqual([])
    expect.soft(await isCutOff(line), `cut off at ${size}`).toBe(false)
  })
  await page.getByRole('link', { name: 'Na nadzornu ploču' }).click()
  await expect(held).toContainText('1 dodjela čeka slanje')
  await page.unroute('**/api?**')
  await backOnline(page)
  await expect(held).toContainText('Sve je upisano.')
})

test('fault 57: six point types are fully visible above the bar of every phone, before and after an award', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain('Pustolovi iz Gornje Bistre')
  await people.openBoard(page, 'iva')
  await withSixPointTypes(page)
  await page.goto(`/qr/${team_id}`)
  const buttons = page.getByRole('list', { name: 'Dodijeli bodove' }).getByRole('button')
  await expect(buttons).toHaveCount(6)
  const line = latestAward(page)
  const all = Array.from({ length: 6 }, (_, index) => buttons.nth(index))
  const expectAllInView = async (state: string, ...shown: Locator[]) => {
    for (const phone of PHONES) {
      await page.setViewportSize(phone)
      await expectInFirstView(page, `${phone.width} × ${phone.height}, ${state}`, ...shown, ...all)
      const boxes = await Promise.all(all.map((one) => one.boundingBox()))
      expect.soft(new Set(boxes.map((box) => box?.x)).size, `columns, ${state}`).toBe(2)
      expect
        .soft(new Set(boxes.map((box) => box?.height)), `heights, ${state}`)
        .toEqual(new Set([64]))
      expect.soft(await isCutOff(line), `cut off, ${state}`).toBe(false)
    }
  }
  await expect(buttons.filter({ hasText: 'Pauza: još' })).toHaveCount(1)
  await expectAllInView('before a tap')
  await tap(page)
  await expect(awardState(page)).toHaveText('Upisano')
  await expectAllInView(
    'recorded',
    line.getByRole('status'),
    line.getByRole('button', { name: 'Sljedeći tim' }),
  )
  const reason = await refuseCall(page, 'awardPoints', 'TEAM_NOT_FOUND')
  await tap(page, 'Pobjeda')
  await expect(line.getByRole('status')).toHaveText(`Odbijeno: ${reason}`)
  await expectAllInView(
    'refused',
    line.getByText(reason),
    line.getByRole('button', { name: 'U redu' }),
  )
  await expectUsable(page, 'award-six-types')
  await expectLargeTextFits(page)

  // With large text the page may scroll, but the header never covers the latest award.
  await page.setViewportSize({ width: 375, height: 667 })
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '130%' }))
  await page.evaluate(() => window.scrollTo(0, 1_000))
  const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
  expect((await line.boundingBox())?.y).toBeGreaterThanOrEqual(height - 1)
})

test('no message of the organiser moves the card’s code or the board’s search out of first view', async ({
  page,
  people,
  phone,
}) => {
  const board = await phone()
  await people.openBoard(board, 'iva')
  await foundTeam(page, people, 'Čitaju Poruke')
  const code = page.getByRole('article').getByRole('img', { name: /QR kod/ })
  for (const [screen, element] of [
    [page, code],
    [board, board.getByRole('searchbox', { name: 'Naziv tima' })],
  ] as const) {
    const places = new Map<string, number>()
    await eachPhone(screen, async (size) => {
      places.set(size, (await element.boundingBox())?.y ?? 0)
      await expectInFirstView(screen, size, element)
    })
    await withMessage(screen)
    await screen.reload()
    const line = screen.getByRole('main').locator('[data-message]')
    await expect(line).toContainText('Zatvaramo u 18 h.')
    await eachPhone(screen, async (size) => {
      await expectInFirstView(screen, size, element, line)
      expect.soft((await element.boundingBox())?.y, size).toBeCloseTo(places.get(size) ?? 0, 0)
      expect.soft((await line.boundingBox())?.height, size).toBeLessThan(64)
    })
    await expect(line.getByRole('button', { name: 'Zatvori poruku' }).locator('svg')).toBeVisible()
    await expectLargeTextFits(screen)
    await line.getByRole('button', { name: /Zatvaramo/ }).click()
    await expect(screen.getByRole('dialog').getByText(MESSAGE)).toBeVisible()
    await screen.keyboard.press('Escape')
  }
  await page.setViewportSize(ON_ITS_SIDE)
  await expectInFirstView(page, 'a phone on its side', code)
})

test('a newcomer sees three steps, and both ways into a team above the bar of a small phone', async ({
  page,
  people,
}) => {
  await page.setViewportSize(SMALLEST_PHONE)
  await people.signUp(page, 'novi')
  await changeAnswers(page, 'listTeams', () => ({ teams: [] }))
  await page.goto('/player')
  await expect(page.getByRole('list', { name: 'Kako se igra' }).getByRole('listitem')).toHaveText([
    /Osnujte tim ili zatražite pridruživanje\./,
    /Pokažite QR kod na štandovima\./,
    /Skupljajte bodove i pratite poredak\./,
  ])
  const ways = ['Pridruži se timu', 'Osnuj tim'].map((name) => page.getByRole('button', { name }))
  await expectInFirstView(page, 'the smallest phone', ...ways)
  await expectUsable(page, 'card-no-team')
  await wantToJoin(page)
  await expect(page.getByRole('button', { name: 'Skeniraj kapetanov kod' })).toBeVisible()
  await expect(panel(page, 'Pronađi tim')).toContainText('Još nema nijednog tima. Osnujte prvi.')
})

/** The longest name that rule 3 allows, with no place for a line break. */
const LONGEST_NAME = 'Najneustrašivijikomandosiizdonjegrada404'

test('the longest names and large numbers fit the card, the ranking and the team', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, LONGEST_NAME)
  const team_id = await teamIdOf(page)
  await changeAnswers(page, 'currentUser', ({ user }) => ({
    user: { ...user, team: user.team && { ...user.team, points: 12_345, rank: 128 } },
  }))
  await changeAnswers(page, 'teamPoints', (points) => ({ ...points, points: 12_345, rank: 128 }))
  await changeAnswers(page, 'listMembers', ({ members }) => ({
    members: members.map((one) => ({
      ...one,
      nickname: 'W'.repeat(24),
      last_name: 'Kovačević-Šimunović-Maksimilijan',
    })),
  }))
  await changeAnswers(page, 'listTeams', ({ teams: [team] }) => ({
    teams: Array.from({ length: 130 }, (_, at) => ({
      ...team,
      team_id: at === 127 ? team_id : `t${at}`,
      team_name: LONGEST_NAME,
      points: 99_999 - at,
      rank: at + 1,
      member_count: 6,
      is_full: true,
    })),
  }))
  for (const [place, state] of [
    ['/player', 'longest-card'],
    ['/player/poredak', 'longest-ranking'],
    ['/player/tim', 'longest-team'],
  ] as const) {
    await page.goto(place)
    await expect(page.getByRole('main').getByText(LONGEST_NAME).first()).toBeVisible()
    await expectUsable(page, state)
    await expectLargeTextFits(page)
  }
})

/**
 * Lists the controls, codes and bars that the toast with this text covers; 'no toast' if there is
 * no such toast.
 */
async function coveredByToast(page: Page, text: string): Promise<string[]> {
  return await page.evaluate((wanted) => {
    const toast = [...document.querySelectorAll('[data-sonner-toast][data-mounted=true]')].find(
      (one) => one.textContent?.includes(wanted),
    )
    if (toast === undefined) return ['no toast']
    const over = toast.getBoundingClientRect()
    return [
      ...document.querySelectorAll(
        'main :is(a, button, input, img, [role=img]), [data-bottom-bar]',
      ),
    ]
      .filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect()
        return (
          width > 1 &&
          left < over.right &&
          over.left < right &&
          top < over.bottom &&
          over.top < bottom
        )
      })
      .map((element) => element.outerHTML.slice(0, 80))
  }, text)
}

test('visitors’ screens fit with text of twice its size', async ({ page }) => {
  for (const [path, heading] of [
    ['/', 'Dobrodošli'],
    ['/auth/login', 'Prijava'],
    ['/auth/register', 'Registracija'],
    ['/poredak', 'Poredak'],
  ] as const) {
    await page.goto(path)
    await untilAppRuns(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    await expectLargeTextFits(page)
  }
})

test.describe('without the live stream', () => {
  test.use({ stream: false, viewport: SMALLEST_PHONE })

  test('on the smallest phone no labels touch at 200 %, no toast covers controls, and the offline bar is low', async ({
    page,
    people,
  }) => {
    await page.clock.install()
    // Hold the toast's timer, so that it stays.
    const timers = await holdTimers(page, 2_000, 2_000)
    await foundTeam(page, people, 'Zmajevi s Velebita i Učke')
    const setTextSize = (fontSize: string) =>
      page.evaluate(
        (value) => Object.assign(document.documentElement.style, { fontSize: value }),
        fontSize,
      )
    await setTextSize('200%')
    const labels = await page.locator('[data-bottom-bar] nav > *').evaluateAll((items) =>
      items.map((item) => {
        const range = document.createRange()
        range.selectNodeContents(item)
        const { left, right } = range.getBoundingClientRect()
        return { left, right }
      }),
    )
    expect(labels).toHaveLength(5)
    for (const [index, { left }] of labels.slice(1).entries())
      expect(left).toBeGreaterThan((labels[index]?.right ?? 0) + 1)
    await setTextSize('')

    await page.evaluate(() => window.scrollTo(0, 0))
    const player = await people.player('novi')
    await callAs(player, 'joinTeam', { team_id: await teamIdOf(page) })
    await nextRefresh(page, 'listInvites')
    const toast = `Novi zahtjev: ${player.profile.nickname}`
    await expect.poll(() => coveredByToast(page, toast)).toEqual([])
    await timers.letGo(page)

    await page.route('**/api?**', (route) => route.abort())
    await nextRefresh(page)
    await expect(
      page.getByText(/^Niste povezani\. Prikazano je stanje od \d\d:\d\d\.$/),
    ).toBeVisible()
    const bar = page.locator('[data-offline-bar]')
    const short = bar.locator('[data-short]')
    const heightOf = async (part: Locator) =>
      (await part.boundingBox())?.height ?? Number.POSITIVE_INFINITY
    const header = await heightOf(page.getByRole('banner'))
    await expect(short).toHaveAttribute('data-short', /^Niste povezani\s· stanje u \d\d:\d\d$/)
    expect(await heightOf(bar)).toBeLessThan(header)
    await expectInFirstView(
      page,
      'the smallest phone',
      page.getByRole('article').getByRole('img', { name: /QR kod/ }),
    )
    // A state from another day has longer words.
    await passTime(page, 26 * 3_600_000)
    await expect(short).toHaveAttribute('data-short', /^Niste povezani\s· stanje .* u \d\d:\d\d$/)
    expect(await heightOf(bar)).toBeLessThan(header)
  })
})
