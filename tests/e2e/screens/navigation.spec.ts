import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import type { CallName } from '#contract/calls'
import { isCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { tabTo } from '../support/keyboard'
import { paintsOf, watchPaints } from '../support/paints'
import { untilAnswered } from '../support/pass-time'
import { withSixPointTypes } from '../support/six-point-types'
import { foundTeam, openScreen } from '../support/teams'
import { checkState, expectLargeTextFits, expectUsable } from '../support/usable'

test.use({ stream: false })

const SCREENS = {
  player: {
    Štandovi: ['/player/standovi', 'Štandovi', 'place-booths'],
    Poredak: ['/player/poredak', 'Poredak', 'place-ranking'],
    Tim: ['/player/tim', 'Svi Na Broju', 'place-team'],
    Kartica: ['/player', 'Svi Na Broju', 'place-card'],
  },
  vendor: {
    Dodjele: ['/vendor/dodjele', 'Dodjele', 'place-awards'],
    Poredak: ['/vendor/poredak', 'Poredak', 'place-ranking-of-staff'],
    Oznake: ['/vendor/oznake', 'Pisanje oznaka', 'place-tags'],
    Ploča: ['/vendor', 'Arkadna zona', 'place-board'],
  },
} as const

async function visitAll(page: Page, role: keyof typeof SCREENS): Promise<void> {
  for (const [place, [path, title, state]] of Object.entries(SCREENS[role])) {
    await openScreen(page, place as Parameters<typeof openScreen>[1])
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const link = page
      .getByRole('navigation', { name: 'Glavna navigacija' })
      .getByRole('link', { name: new RegExp(place, 'i') })
    await expect(link).toHaveAttribute('aria-current', 'page')
    // Other journeys check the staff's main screens thoroughly, with content.
    await (role === 'player' ? expectUsable : checkState)(page, state)
    await expectLargeTextFits(page)
  }
}

test('every main screen is one tap away, with its address and title, and back leads to the home', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Svi Na Broju')
  await visitAll(page, 'player')
  for (const place of ['Štandovi', 'Poredak', 'Tim', 'Štandovi'] as const)
    await openScreen(page, place)
  await page.goBack()
  await expect(page).toHaveURL('/player')
  // The history does not grow each time the home screen is opened.
  const lengths: number[] = []
  for (const place of ['Poredak', 'Kartica', 'Tim', 'Poredak', 'Kartica', 'Tim'] as const) {
    await openScreen(page, place)
    await expect(page).toHaveURL(SCREENS.player[place][0])
    lengths.push(await page.evaluate(() => history.length))
  }
  expect(lengths).toEqual(lengths.map(() => lengths[0]))
  await people.openBoard(page, 'iva')
  await visitAll(page, 'vendor')
  await openScreen(page, 'Poredak')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expectUsable(page, 'ranking-of-staff')
})

/** Lets responses through one by one, each after the page has been painted without it. */
function afterPaint() {
  let turn = Promise.resolve()
  return (route: Route) => {
    const page = route.request().frame().page()
    turn = turn.then(async () => {
      const painted = page.evaluate(
        () =>
          new Promise<void>((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => done())),
          ),
      )
      // The page may be left meanwhile.
      await painted.catch(() => undefined)
      await route.fulfill({ response: await route.fetch() }).catch(() => undefined)
    })
    return turn
  }
}

test('nothing moves while a main screen is opened for the first time, even if each response comes late', async ({
  page,
  phone,
  people,
}) => {
  await foundTeam(page, people, 'Mirni Kao Bubice')
  // Use a second phone: on the player's, the first screen would begin with the player's navigation.
  const booth = await phone()
  await people.signIn(booth, 'iva')
  for (const [opened, role] of [
    [page, 'player'],
    [booth, 'vendor'],
  ] as const) {
    await watchPaints(opened)
    await opened.route('**/api?**', afterPaint())
    // Leave out card and board, which the next journey opens with each answer last once.
    for (const [path] of Object.values(SCREENS[role]).slice(0, -1)) {
      await opened.goto(path)
      await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
      await untilAnswered(opened)
      await expect(opened.getByText('Učitavanje…')).toHaveCount(0)
      expect.soft((await paintsOf(opened)).shifts, path).toEqual([])
    }
  }
})

/** Resolves once the page has shown some frames without a change. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(
    (frames) =>
      new Promise<void>((done) => {
        let left = frames
        const watching = new MutationObserver(() => {
          left = frames
        })
        watching.observe(document, { subtree: true, childList: true, attributes: true })
        const look = () => {
          left -= 1
          if (left > 0) requestAnimationFrame(look)
          else {
            watching.disconnect()
            done()
          }
        }
        requestAnimationFrame(look)
      }),
    6,
  )
}

/** Answers these calls in this order, each once the screen shows the answer before it. */
async function answerInTurn(page: Page, calls: readonly CallName[]): Promise<void> {
  let before = Promise.resolve()
  for (const call of calls) {
    const turn = before
    const shown = Promise.withResolvers<void>()
    before = shown.promise
    await page.route(isCall(call), async (route) => {
      await turn
      await route.fallback()
    })
    page.on('requestfinished', (request) => {
      // The page may be left meanwhile.
      if (isCall(call)(new URL(request.url()))) untilStill(page).then(shown.resolve, shown.resolve)
    })
  }
}

/** The calls whose data the card and the board show, besides the current user. */
const HOMES = {
  player: ['/player', ['teamPoints', 'listVendors', 'checkCooldown']],
  vendor: ['/vendor', ['listTeams', 'listVendors', 'listAwards']],
} as const

test('nothing moves while a new browser opens card or board, whichever answer comes last', async ({
  page,
  people,
  phone,
}) => {
  const captain = await people.captain('Mirni Na Dva Kraja')
  await foundTeam(page, people, 'Nepomični')
  const { user } = await callAs(page, 'currentUser', {})
  const booth = await phone()
  await people.signIn(booth, 'iva')
  const ids = [captain.team_id, user?.team?.team_id ?? '']
  const awards = ids.map((team_id, index) => ({
    team_id,
    point_type: index === 0 ? 'pobjeda' : 'sudjelovanje',
    award_id: randomUUID(),
    queued_ms: 0,
  }))
  await callAs(booth, 'awardMany', { awards })
  for (const [role, [path, calls]] of Object.entries(HOMES)) {
    for (const [index, last] of calls.entries()) {
      const order = [...calls.slice(index + 1), ...calls.slice(0, index), last]
      const cold = await phone()
      await cold.context().addCookies(await (role === 'player' ? page : booth).context().cookies())
      await watchPaints(cold)
      // Give the board more rows of chips than it reserves space for.
      if (role === 'vendor') await withSixPointTypes(cold)
      await answerInTurn(cold, order)
      await cold.goto(path)
      await expect(
        cold.getByText(role === 'player' ? /daje do|Sljedeći štand/ : 'Posljednji na štandu'),
      ).toBeVisible()
      await untilAnswered(cold)
      await untilStill(cold)
      expect.soft((await paintsOf(cold)).shifts, `${path}: ${order.join()}`).toEqual([])
      await cold.close()
    }
  }
})

test('a main screen keeps its scroll position, works by keyboard, and is in a desktop’s header too', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Pamtilo')
  await page.setViewportSize({ width: 360, height: 340 })
  await openScreen(page, 'Štandovi')
  // Wait for the cooldowns, which make the rows higher: if they came after the scrolling, the
  // browser would scroll to keep the visible rows in place.
  const kvizionica = page.getByRole('listitem').filter({ hasText: 'Kvizionica' })
  await expect(kvizionica.getByText('Dostupno')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 120))
  await openScreen(page, 'Poredak')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await openScreen(page, 'Štandovi')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120)

  const row = page.getByRole('group').filter({ hasText: 'Kvizionica' })
  await expect(row.getByText('Točan odgovor')).toBeHidden()
  await tabTo(page, row.locator('summary'))
  await page.keyboard.press('Enter')
  await expect(row.getByText('Točan odgovor')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(row.getByText('Točan odgovor')).toBeHidden()

  await page.setViewportSize({ width: 1280, height: 800 })
  const nav = page.getByRole('navigation', { name: 'Glavna navigacija' })
  await expect(nav.getByRole('link')).toHaveText(['Moja Kartica', 'Štandovi', 'Poredak', 'Tim'])
  await expect(page.getByRole('banner').getByRole('button', { name: 'Skeniraj' })).toBeVisible()
})
