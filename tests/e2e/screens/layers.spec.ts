import { expectAccessible } from '../support/accessible'
import { expect, test } from '../support/journey'
import { foundTeam, foundTeamByHand, openPlace } from '../support/teams'

test('the account menu works by keyboard alone', async ({ page, people }) => {
  await people.openBoard(page, 'iva')
  const button = page.getByRole('button', { name: 'Račun: Iva Horvat' })
  const items = page.getByRole('menuitem').or(page.getByRole('menuitemcheckbox'))
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(items.first()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('s')
  const theme = page.getByRole('menuitemcheckbox', { name: 'Svijetla tema' })
  await expect(theme).toBeFocused()
  await page.keyboard.press('Space')
  await expect(theme).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Space')
  await expect(theme).toHaveAttribute('aria-checked', 'false')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('a tap outside the menu closes it and does nothing else', async ({ page, people }) => {
  await people.openBoard(page, 'iva')
  const scan = page.getByRole('button', { name: 'Skeniraj', exact: true })
  const { x = 0, y = 0 } = (await scan.boundingBox()) ?? {}
  await page.getByRole('button', { name: /^Račun/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.mouse.click(x + 10, y + 10)
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a dialog makes the rest of the page inert, returns the focus, and is closed by Escape or a tap outside', async ({
  page,
  people,
}) => {
  await people.openBoard(page, 'iva')
  const button = page.getByRole('button', { name: /^Račun/ })
  const dialog = page.getByRole('dialog')
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await button.click()
    await page.getByRole('menuitem', { name: 'Dodjele na uređaju' }).click()
    await expect(dialog).toBeFocused()
    await expectAccessible(page)
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('#root') ?? null)).toBeNull()
    }
    await close()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test('a confirmation is closed only by its buttons, and the harmless one has the initial focus', async ({ page, people }) => {
  await foundTeam(page, people, 'Sigurna Ruka')
  await openPlace(page, 'Tim')
  const leave = page.getByRole('button', { name: 'Napusti tim' })
  await leave.click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Odustani' })).toBeFocused()
  await page.mouse.click(5, 5)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Odustani' }).click()
  await expect(question).toBeHidden()
  await expect(leave).toBeFocused()
})

test('a toast is announced while a dialog is open too', async ({ page, people }) => {
  await foundTeam(page, people, 'Glasna Ruka')
  await openPlace(page, 'Tim')
  await page.getByRole('button', { name: 'Raspusti tim' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('textbox').fill('Glasna Ruka')
  await page.route('**/api?*disband*', (route) => route.abort())
  await question.getByRole('button', { name: 'Raspusti tim' }).click()
  // Outside the dialog it would be inert.
  await expect(question.getByText('Došlo je do pogreške.')).toBeVisible()
  await question.getByRole('button', { name: 'Odustani' }).click()
  await expect(question).toBeHidden()
  await expect(page.locator('body > [data-toasts]'), 'toasts outlive the dialog').toBeAttached()
})

test('on touch screens a toast does not block taps on what it covers', async ({ page, people }) => {
  await foundTeamByHand(page, people, 'Brzi Palac')
  const toast = page.getByText('Osnovan je tim Brzi Palac.')
  await expect(toast).toBeVisible()
  const reached = await toast.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('#root') !== null
  })
  expect(reached, 'the screen below the toast').toBe(true)
})
