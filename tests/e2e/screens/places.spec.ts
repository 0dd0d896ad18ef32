import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { callAs } from '../support/call-as'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { expect, test } from '../support/journey'
import { tabTo } from '../support/keyboard'
import { askToJoin, foundTeam, nextRefresh, openPlace, panel, teamIdOf } from '../support/teams'

test.use({ stream: false })

const TITLES = {
  player: {
    Štandovi: ['/player/standovi', 'Štandovi'],
    Poredak: ['/player/poredak', 'Poredak'],
    Tim: ['/player/tim', 'Svi Na Broju'],
    Kartica: ['/player', 'Svi Na Broju'],
  },
  vendor: {
    Dodjele: ['/vendor/dodjele', 'Dodjele'],
    Poredak: ['/vendor/poredak', 'Poredak'],
    Oznake: ['/vendor/oznake', 'Pisanje oznaka'],
    Ploča: ['/vendor', 'Arkadna zona'],
  },
} as const

async function visitAll(page: Page, role: keyof typeof TITLES): Promise<void> {
  for (const [place, [path, title]] of Object.entries(TITLES[role])) {
    await openPlace(page, place as Parameters<typeof openPlace>[1])
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const link = page.getByRole('navigation', { name: 'Glavna navigacija' }).getByRole('link', { name: new RegExp(place, 'i') })
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
    await expectFitsSmallPhone(page)
  }
}

test('a player’s places are one tap away, each with its address and title', async ({ page, people }) => {
  await foundTeam(page, people, 'Svi Na Broju')
  await visitAll(page, 'player')
})

test('the staff’s places are one tap away, each with its address and title', async ({ page, people }) => {
  await people.openBoard(page, 'iva')
  await visitAll(page, 'vendor')
})

test('a desktop shows the same places in its header', async ({ page, people }) => {
  await foundTeam(page, people, 'Široki Zaslon')
  await page.setViewportSize({ width: 1280, height: 800 })
  const nav = page.getByRole('navigation', { name: 'Glavna navigacija' })
  await expect(nav.getByRole('link')).toHaveText(['Moja Kartica', 'Štandovi', 'Poredak', 'Tim'])
  await expect(page.getByRole('banner').getByRole('button', { name: 'Skeniraj' })).toBeVisible()
})

test('back leads from any place to the home, and from there out, however often one switched', async ({ page, people }) => {
  await foundTeam(page, people, 'Tamo I Natrag')
  await page.goto('/uvijeti')
  await page.goto('/player')
  for (const place of ['Štandovi', 'Poredak', 'Tim', 'Štandovi'] as const) await openPlace(page, place)
  await page.goBack()
  await expect(page).toHaveURL('/player')
  await openPlace(page, 'Poredak')
  await openPlace(page, 'Kartica')
  await expect(page).toHaveURL('/player')
  await page.goBack()
  await expect(page).toHaveURL('/uvijeti')
})

test('a place keeps its scroll position while one looks at another', async ({ page, people }) => {
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
})

test('a request reaches the captain on any place, as a badge and a toast, and the accepted player is welcomed', async ({
  page: captain,
  people,
  phone,
}) => {
  await captain.clock.install()
  await foundTeam(captain, people, 'Budno Oko')
  await openPlace(captain, 'Poredak')
  const player = await phone()
  await player.clock.install()
  const { nickname } = await askToJoin(player, people, 'novak', 'Budno Oko')
  await nextRefresh(captain, 'listInvites')
  await expect(captain.getByText(`Novi zahtjev: ${nickname}`)).toBeVisible()
  const team = captain.getByRole('navigation').getByRole('link', { name: 'Tim (1 novi zahtjev)' })
  await expect(team).toBeVisible()
  await expectAccessible(captain)
  await team.click()
  await captain.getByRole('button', { name: `Prihvati zahtjev: ${nickname}` }).click()
  await expect(captain.getByRole('navigation').getByRole('link', { name: 'Tim', exact: true })).toBeVisible()
  await nextRefresh(player)
  await expect(player.getByText('Primljeni ste u tim Budno Oko.')).toBeVisible()
  await expect(player.getByRole('heading', { level: 1, name: 'Budno Oko' })).toBeVisible()
})

test('a friend is asked in by a link, which leads to a request for a place', async ({ page, people, phone }) => {
  await foundTeam(page, people, 'Otvorena Vrata')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (shared: ShareData) => void Object.assign(window, { shared }),
    })
  })
  await openPlace(page, 'Tim')
  await panel(page, 'Pozovi prijatelja').getByRole('button', { name: 'Podijeli link' }).click()
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared)
  expect(shared.url).toBe(new URL(`/qr/${await teamIdOf(page)}`, page.url()).href)
  const friend = await phone()
  await people.signUp(friend, 'prijatelj')
  await friend.goto(shared.url ?? '')
  await expect(panel(friend, 'Skenirali ste QR kod ovog tima')).toContainText('Otvorena Vrata')
})

test('a booth’s row opens by keyboard and shows what the booth gives', async ({ page, people }) => {
  await foundTeam(page, people, 'Tipkovnica')
  await openPlace(page, 'Štandovi')
  const row = page.getByRole('group').filter({ hasText: 'Kvizionica' })
  await expect(row.getByText('Točan odgovor')).toBeHidden()
  await tabTo(page, row.locator('summary'))
  await page.keyboard.press('Enter')
  await expect(row.getByText('Točan odgovor')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(row.getByText('Točan odgovor')).toBeHidden()
})

test('a booth that can be collected from now stands before one that cools down', async ({ page, people, phone }) => {
  await foundTeam(page, people, 'Redoslijed')
  const staff = await phone()
  await people.signIn(staff, 'lucija')
  await callAs(staff, 'awardPoints', { team_id: await teamIdOf(page), point_type: 'odgovor' })
  // The card, too, reads the pauses; without a stream it would learn of this one only at its next poll.
  await page.goto('/player/standovi')
  const rows = page.getByRole('group').locator('summary')
  await expect(rows.filter({ hasText: 'Kvizionica' })).toContainText(/za (9|10) minuta/)
  const shown = await rows.allTextContents()
  const last = shown.findLastIndex((row) => row.includes('Dostupno'))
  expect(shown.findIndex((row) => row.includes('Kvizionica'))).toBe(last + 1)
})
