import { expectAccessible } from '../support/accessible'
import { expect, test } from '../support/journey'
import { expectPageHeld } from '../support/keyboard'
import { foundTeamByHand, openPlace } from '../support/teams'

test('the account menu works by keyboard alone and a tap outside only closes it; the dialog that it opens holds the focus, returns it, and is closed by Escape, its button or a tap outside', async ({
  page,
  people,
}) => {
  await people.openBoard(page, 'iva')
  const button = page.getByRole('button', { name: 'Račun: Iva Horvat' })
  const menu = page.getByRole('menu')
  const items = page.getByRole('menuitem').or(page.getByRole('menuitemcheckbox'))
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(items.first()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Odjava' })).toBeFocused()
  await page.keyboard.press('s')
  const theme = page.getByRole('menuitemcheckbox', { name: 'Svijetla tema' })
  await expect(theme).toBeFocused()
  await page.keyboard.press('Space')
  await expect(theme).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Space')
  await expect(theme).toHaveAttribute('aria-checked', 'false')
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  const scan = page.getByRole('button', { name: 'Skeniraj', exact: true })
  const { x = 0, y = 0 } = (await scan.boundingBox()) ?? {}
  await button.click()
  await expect(menu).toBeVisible()
  await page.mouse.click(x + 10, y + 10)
  await expect(menu).toBeHidden()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveCount(0)

  const closeButton = dialog.getByRole('button', { name: 'Zatvori' })
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5), () => closeButton.press('Enter')]) {
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('d')
    await expect(page.getByRole('menuitem', { name: 'Dodjele na uređaju' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Sve je upisano.')).toBeVisible()
    await expect(dialog).toBeFocused()
    await expectPageHeld(page)
    await close()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test('a confirmation is closed only by its buttons, the harmless one has the focus; a toast does not block taps and is announced over it too', async ({
  page,
  people,
}) => {
  await foundTeamByHand(page, people, 'Sigurna Ruka')
  const toast = page.getByText('Osnovan je tim Sigurna Ruka.')
  await expect(toast).toBeVisible()
  const reached = await toast.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('#root') !== null
  })
  expect(reached, 'the screen below the toast, by touch').toBe(true)

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

  await page.getByRole('button', { name: 'Raspusti tim' }).click()
  await question.getByRole('textbox').fill('Sigurna Ruka')
  await page.route('**/api?*disband*', (route) => route.abort())
  await question.getByRole('button', { name: 'Raspusti tim' }).click()
  // Outside the dialog it would be inert.
  await expect(question.getByText('Došlo je do pogreške.')).toBeVisible()
  await question.getByRole('button', { name: 'Odustani' }).click()
  await expect(question).toBeHidden()
  await expect(page.locator('body > [data-toasts]'), 'toasts outlive the dialog').toBeAttached()
})
