import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import { tabTo } from '../support/keyboard'
import { foundTeam } from '../support/teams'

/** Expects that Tab reaches nothing of the page behind an open layer, in either direction. */
async function expectPageHeld(page: Page): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stops = 0; stops < 8; stops += 1) {
      await page.keyboard.press(key)
      const behind = await page.evaluate(() => document.activeElement?.closest('#root')?.id ?? null)
      expect(behind, 'focused elements in the page behind').toBeNull()
    }
  }
}

async function openByKeyboard(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate((element) => element.contains(document.activeElement)), 'the focus is in the dialog').toBe(true)
}

test('the scanner works by keyboard: it traps the focus, returns it, and opens a typed code', async ({ page, people }) => {
  await people.signUp(page, 'tipkac')
  await page.goto('/player')
  const opener = page.getByRole('button', { name: 'Skeniraj', exact: true })
  const scanner = page.getByRole('dialog', { name: 'Skeniranje' })
  await openByKeyboard(page, opener, scanner)
  await expectPageHeld(page)
  await page.keyboard.press('Escape')
  await expect(scanner).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, scanner.getByRole('button', { name: 'Upiši kod' }))
  await page.keyboard.press('Enter')
  const code = scanner.getByLabel('Kod s oznake')
  await expect(code).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(scanner.getByRole('alert')).toHaveText('Upišite kod.')
  await expect(code).toBeFocused()
  await page.keyboard.type('tim-slobodan')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/s\/tim-slobodan$/)
  await expect(scanner).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Slobodna timska oznaka' })).toBeFocused()
  await expect(page).toHaveTitle('Skenirana oznaka - GeekQuest')
})

test('a team is disbanded by keyboard after typing its name, and the next screen focuses its heading', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Kraj Priče')
  await page.goto('/player/tim')
  const opener = page.getByRole('button', { name: 'Raspusti tim' })
  const question = page.getByRole('alertdialog')
  await openByKeyboard(page, opener, question)
  await expect(question.getByRole('button', { name: 'Odustani' })).toBeFocused()
  await expectPageHeld(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await openByKeyboard(page, opener, question)
  await tabTo(page, question.getByRole('textbox', { name: 'Naziv tima' }))
  await page.keyboard.type('Kraj')
  await page.keyboard.press('Enter')
  await expect(question, 'a part of the name is not enough').toBeVisible()
  await page.keyboard.type(' Priče')
  await tabTo(page, question.getByRole('button', { name: 'Raspusti tim' }))
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Još niste u timu' })).toBeFocused()
})

test('the menu signs out by keyboard, and the landing page focuses its heading', async ({ page, people }) => {
  await foundTeam(page, people, 'Odlazak')
  const account = page.getByRole('button', { name: /^Račun/ })
  await tabTo(page, account)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Odjava' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dobrodošli na GeekQuest!' })).toBeFocused()
  await expect(page).toHaveTitle('GeekQuest - Natjecanje | GeekClub')
})

test('the outbox over a screen traps the focus, and its button closes it', async ({ page, people }) => {
  await people.openBoard(page, 'iva')
  const account = page.getByRole('button', { name: /^Račun/ })
  await tabTo(page, account)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('d')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectPageHeld(page)
  await tabTo(page, dialog.getByRole('button', { name: 'Zatvori' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(account).toBeFocused()
})
