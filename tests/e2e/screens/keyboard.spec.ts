import type { Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { tabTo } from '../support/keyboard'
import { askToJoin, foundTeam, foundTeamByHand, panel, teamIdOf } from '../support/teams'

async function expectScreen(page: Page, heading: string | RegExp, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  await expect(page).toHaveTitle(title)
}

test('a visitor signs in and founds a team by keyboard; every screen focuses its heading and has its own title', async ({
  page,
  people,
  game,
  phone,
}) => {
  const ana = await people.signUp(await phone(), 'ana')
  await page.goto('/')
  await untilAppRuns(page)
  await expect(page).toHaveTitle('GeekQuest - Natjecanje | GeekClub')
  await tabTo(page, page.getByRole('link', { name: 'Prijava / Registracija' }))
  await page.keyboard.press('Enter')
  await expectScreen(page, 'Prijava', 'Prijava - GeekQuest')
  await tabTo(page, page.getByLabel('Broj mobitela ili e-mail'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Upišite broj mobitela ili e-mail.' })).toBeVisible()
  await page.keyboard.type(ana.mobile)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Kod iz SMS-a')).toBeFocused()
  await page.keyboard.type(/#(\d{6})$/.exec(game.lastSms(ana.mobile))?.[1] ?? '')
  await expectScreen(page, 'Još niste u timu', 'Moja Kartica - GeekQuest')

  await tabTo(page, page.getByRole('textbox', { name: 'Naziv tima' }).first())
  await page.keyboard.type('Tipkači')
  await page.keyboard.press('Enter')
  // The form is gone, and with it the focused element.
  await expectScreen(page, 'Tipkači', 'Moja Kartica - GeekQuest')
})

test('asking to join, accepting and removing work by keyboard, and the focus is never lost to the top of the page', async ({
  page,
  people,
  phone,
}) => {
  await foundTeam(page, people, 'Bez Miša')
  const second = await phone()
  await people.signUp(second, 'drugi')
  await second.goto('/player')
  await tabTo(second, second.getByRole('searchbox', { name: 'Naziv tima' }))
  await second.keyboard.type('bez misa')
  await tabTo(second, second.getByRole('button', { name: 'Pošalji zahtjev timu Bez Miša' }))
  await second.keyboard.press('Enter')
  await expect(second.getByRole('heading', { level: 1, name: 'Zahtjev timu Bez Miša' })).toBeFocused()
  await tabTo(second, second.getByRole('button', { name: 'Povuci zahtjev' }))
  await second.keyboard.press('Space')
  await expect(second.getByRole('heading', { level: 1, name: 'Još niste u timu' })).toBeFocused()

  const third = await phone()
  await askToJoin(third, people, 'treci', 'Bez Miša')
  await page.goto('/player/tim')
  await tabTo(page, page.getByRole('button', { name: /^Prihvati zahtjev/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Zahtjevi za pridruživanje' })).toBeFocused()

  const remove = page.getByRole('button', { name: /^Ukloni iz tima: treci/ })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Odustani' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Ukloni iz tima' }))
  await page.keyboard.press('Enter')
  await expect(remove).toBeHidden()
  await expect(panel(page, 'Članovi').getByRole('heading', { name: 'Članovi' })).toBeFocused()
})

test('leaving a team works by keyboard, and the next screen focuses its heading', async ({ page, people }) => {
  await foundTeam(page, people, 'Kratko Zajedno')
  await page.goto('/player/tim')
  await tabTo(page, page.getByRole('button', { name: 'Napusti tim' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Napusti tim' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Još niste u timu' })).toBeFocused()
})

test('points are given by keyboard: the button keeps the focus, and a separate live region announces its state once', async ({
  page,
  people,
  phone,
}) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Tipkom Do Bodova')
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
  // Pressing it again gives nothing.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Poništi dodjelu' }))
  expect((await callAs(captain, 'teamPoints', {})).points).toBe(25)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Poništeno' })).toHaveCount(1)
  await page.goBack()
  await expectScreen(page, 'Arkadna zona', 'Nadzorna ploča - GeekQuest')
})

test('the menu works by arrow keys, and what it opens returns the focus', async ({ page, people }) => {
  await people.openBoard(page, 'luka')
  const account = page.getByRole('button', { name: 'Račun: Luka Babić' })
  await tabTo(page, account)
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Dodjele na uređaju' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Odjava' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Sve je upisano.')).toBeVisible()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(account).toBeFocused()
})

test('the full-screen QR code traps the focus and returns it', async ({ page, people }) => {
  await foundTeam(page, people, 'Kod Preko Svega')
  const show = page.getByRole('button', { name: 'Pokaži QR kod' })
  await tabTo(page, show)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Zatvori' })).toBeFocused()
  for (let stops = 0; stops < 4; stops += 1) {
    await page.keyboard.press('Tab')
    // Past the end Tab moves to the browser's toolbar, as on any page, and never to the page beneath.
    const beneath = page.locator('#root').locator(':focus')
    await expect(beneath).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()
  expect(await teamIdOf(page)).not.toBe('')
})

test.describe('with a mouse', () => {
  test.use({ hasTouch: false, isMobile: false, viewport: { width: 1280, height: 800 } })

  test('a dialog that closes while the focus is in a toast returns it to the button that opened it', async ({ page, people }) => {
    await foundTeamByHand(page, people, 'Usput Do Poruke')
    const toast = page.getByRole('listitem').filter({ hasText: 'Osnovan je tim' })
    // The pointer over it keeps it.
    await toast.hover()
    const show = page.getByRole('button', { name: 'Pokaži QR kod' })
    await tabTo(page, show)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await tabTo(page, toast)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(show).toBeFocused()
  })
})
