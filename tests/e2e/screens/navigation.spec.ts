import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/journey'
import { tabTo } from '../support/keyboard'
import { paintsOf, watchPaints } from '../support/paints'
import { untilAnswered } from '../support/pass-time'
import { foundTeam, openScreen } from '../support/teams'
import { checkState, expectLargeTextFits, expectUsable } from '../support/usable'

test.use({ stream: false })

const TITLES = {
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

async function visitAll(page: Page, role: keyof typeof TITLES): Promise<void> {
  for (const [place, [path, title, state]] of Object.entries(TITLES[role])) {
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
  await people.openBoard(page, 'iva')
  await visitAll(page, 'vendor')
  await openScreen(page, 'Poredak')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expectUsable(page, 'ranking-of-staff')
})

/** Lets one response through after another, each once the page has been painted without it. */
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
  // On the player's phone, the first screen would begin with that player's navigation.
  const booth = await phone()
  await people.signIn(booth, 'iva')
  for (const [opened, role] of [
    [page, 'player'],
    [booth, 'vendor'],
  ] as const) {
    await watchPaints(opened)
    await opened.route('**/api?**', afterPaint())
    for (const [path] of Object.values(TITLES[role])) {
      await opened.goto(path)
      await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
      await untilAnswered(opened)
      await expect(opened.getByText('Učitavanje…')).toHaveCount(0)
      expect.soft((await paintsOf(opened)).shifts, path).toEqual([])
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
  // Wait for the pauses, which make the rows higher; the browser then keeps the visible rows in place.
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
