import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import { tabTo } from '../support/keyboard'
import { foundTeam, openPlace } from '../support/teams'
import { checkState, expectUsable } from '../support/usable'

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
    await openPlace(page, place as Parameters<typeof openPlace>[1])
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const link = page
      .getByRole('navigation', { name: 'Glavna navigacija' })
      .getByRole('link', { name: new RegExp(place, 'i') })
    await expect(link).toHaveAttribute('aria-current', 'page')
    // Those of the staff are checked once they show what they are for.
    await (role === 'player' ? expectUsable : checkState)(page, state)
  }
}

test('the places of players and staff are one tap away, each with its address and title; back leads to the home, however often one switched', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Svi Na Broju')
  await visitAll(page, 'player')
  for (const place of ['Štandovi', 'Poredak', 'Tim', 'Štandovi'] as const)
    await openPlace(page, place)
  await page.goBack()
  await expect(page).toHaveURL('/player')
  await people.openBoard(page, 'iva')
  await visitAll(page, 'vendor')
  await openPlace(page, 'Poredak')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expectUsable(page, 'ranking-of-staff')
})

test('a place keeps its scroll position while one looks at another, its rows open by keyboard, and a desktop has the same places in its header', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Pamtilo')
  await page.setViewportSize({ width: 360, height: 340 })
  await openPlace(page, 'Štandovi')
  // The rows are higher once the pauses are known, and the browser keeps what is in sight in its place.
  const kvizionica = page.getByRole('listitem').filter({ hasText: 'Kvizionica' })
  await expect(kvizionica.getByText('Dostupno')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 120))
  await openPlace(page, 'Poredak')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await openPlace(page, 'Štandovi')
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
