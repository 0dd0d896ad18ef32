import { expect, test } from '../support/journey'
import { expectPageHeld } from '../support/keyboard'
import { expectAccessible } from '../support/usable'

test('the account menu works by keyboard alone and a tap outside only closes it; the dialog that it opens holds the focus, returns it, and is closed by Escape, its button or a tap outside', async ({
  page,
  people,
}) => {
  await people.openBoard(page, 'iva')
  const button = page.getByRole('button', { name: 'Račun: Iva Horvat' })
  const menu = page.getByRole('menu')
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(menu.locator(':focus')).toBeVisible()
  await expectAccessible(page)
  const theme = page.getByRole('menuitemcheckbox', { name: 'Svijetla tema' })
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(theme).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(theme).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Space')
  // Sounds are on until they are switched off, for this device.
  const sound = page.getByRole('menuitemcheckbox', { name: 'Zvuk' })
  await expect(sound).toBeChecked()
  await sound.press('Space')
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await page.reload()
  await button.press('Enter')
  await expect(sound).not.toBeChecked()
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
    await page.keyboard.press('ArrowDown')
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
