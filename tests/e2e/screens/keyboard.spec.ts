import type { Locator, Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { expectPageUnreachable, tabTo } from '../support/keyboard'
import { codeIn } from '../support/people'
import { checkState, expectUsable, SMALLEST_PHONE } from '../support/usable'

/** The SVG path of the first team emblem in a part of the screen. */
const emblemIn = (part: Locator) =>
  part.locator('svg[viewBox="0 0 24 24"] path[stroke="currentColor"]').first()

async function expectScreen(page: Page, heading: string | RegExp, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  await expect(page).toHaveTitle(title)
}

test('a visitor signs in, founds a team and shows its code by keyboard alone', async ({
  page,
  people,
  game,
}) => {
  const { profile } = await people.player('ana')
  await people.captain('Đavolji Šešir')
  await page.goto('/')
  await untilAppRuns(page)
  await expect(page).toHaveTitle('GeekQuest - Natjecanje | GeekClub')
  await page.setViewportSize(SMALLEST_PHONE)
  await expect(page.getByText('Tim · štandovi · bodovi')).toBeVisible()
  await expect(page.getByText(/^\d+\stim(a|ova)? u igri/)).toBeVisible()
  await expect(page.getByText('Ako ste primili SMS s linkom')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 412, height: 839 })
  await checkState(page, 'landing')
  await tabTo(page, page.getByRole('link', { name: 'Prijava / Registracija' }))
  await page.keyboard.press('Enter')
  await expectScreen(page, 'Prijava', 'Prijava - GeekQuest')
  await checkState(page, 'sign-in')
  await tabTo(page, page.getByLabel('Broj mobitela ili e-mail'))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Upišite broj mobitela ili e-mail.' }),
  ).toBeVisible()
  await page.keyboard.type(profile.mobile)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Kod iz SMS-a')).toBeFocused()
  await page.keyboard.type(codeIn(game.lastSms(profile.mobile)))
  await expectScreen(page, 'Još niste u timu', 'Moja Kartica - GeekQuest')

  await tabTo(page, page.getByRole('button', { name: 'Osnuj tim' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Naziv tima' })).toBeFocused()
  await page.keyboard.type('  DAVOLJI   sesir ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'Tim s tim nazivom već postoji. Odaberite drugi naziv.',
  )
  await expect(page.getByRole('textbox', { name: 'Naziv tima' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Tipkači')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Tipkači' })).toBeVisible()
  const sheet = page.getByRole('dialog', { name: 'Odaberite znak tima' })
  const choice = sheet.getByRole('group', { name: 'Znak tima' })
  await expect(choice.getByRole('button')).toHaveCount(12)
  await page.setViewportSize(SMALLEST_PHONE)
  await expect(choice, 'all are in view').toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 412, height: 839 })
  await expectUsable(page, 'card-emblem')
  const other = choice.getByRole('button', { pressed: false }).nth(6)
  const drawn = (await other.locator('path').getAttribute('d')) ?? ''
  const name = page.getByRole('heading', { level: 1, name: 'Tipkači' })
  expect(await emblemIn(name).getAttribute('d')).not.toBe(drawn)
  await tabTo(page, other)
  await page.keyboard.press('Enter')
  await expect(emblemIn(name)).toHaveAttribute('d', drawn)
  await expect(sheet).toBeHidden()

  const show = page.getByRole('button', { name: 'Pokaži QR kod' })
  await tabTo(page, show)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tipkači' })
  await expect(dialog.getByText('Pokažite ovaj kod na štandu.')).toBeVisible()
  // Turn the phone to landscape.
  await page.setViewportSize({ width: 839, height: 412 })
  await expect(dialog.getByRole('img')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 412, height: 839 })
  await checkState(page, 'card-code-full-screen')
  await expectPageUnreachable(page)
  await tabTo(page, dialog.getByRole('button', { name: 'Zatvori' }))
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Zatvori' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  const row = page.getByRole('listitem').filter({ hasText: 'Tipkači' })
  for (const path of ['/player/poredak', '/poredak']) {
    await page.goto(path)
    await expect(emblemIn(row.first())).toHaveAttribute('d', drawn)
  }
  await people.openBoard(page, 'iva')
  await page.getByRole('searchbox', { name: 'Naziv tima' }).fill('tipkaci')
  await page.getByRole('link', { name: /^Tipkači/ }).click()
  await expect(emblemIn(name)).toHaveAttribute('d', drawn)
})

test('points are given by keyboard: the button keeps the focus, and a separate live region announces its state once', async ({
  page,
  people,
}) => {
  const captain = await people.captain('Tipkom Do Bodova')
  await people.openBoard(page, 'iva')
  await tabTo(page, page.getByRole('searchbox', { name: 'Naziv tima' }))
  await page.keyboard.type('tipkom do')
  await tabTo(page, page.getByRole('link', { name: /^Tipkom Do Bodova/ }))
  await page.keyboard.press('Enter')
  await expectScreen(page, 'Tipkom Do Bodova', 'Dodijeli bodove - GeekQuest')
  const win = page.getByRole('button', { name: /^Pobjeda/ })
  await tabTo(page, win)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Upisano' })).toHaveCount(1)
  await expect(win).toBeFocused()
  await expect(win).toBeDisabled()
  // Another press of the same key gives no second award.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Poništi dodjelu' }))
  expect((await callAs(captain, 'teamPoints', {})).points).toBe(25)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Poništeno' })).toHaveCount(1)
  await page.goBack()
  await expectScreen(page, 'Arkadna zona', 'Nadzorna ploča - GeekQuest')
})
