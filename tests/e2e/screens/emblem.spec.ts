import type { Locator } from '@playwright/test'
import { expect, test } from '../support/journey'
import { expectAccessible } from '../support/usable'

/** What is drawn in the first line emblem of a part of the screen. */
const emblemIn = (part: Locator) => part.locator('svg[viewBox="0 0 24 24"] path[stroke="currentColor"]').first()

test('a founder whose name is taken reads so at the field, and is asked for the emblem once the team stands; the one that was picked stands on the card, in the ranking, at the booth and on the projector', async ({
  page,
  people,
}) => {
  await people.captain('Đavolji Šešir')
  await people.signUp(page, 'kapetan')
  await page.goto('/player')
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Naziv tima' }).fill('  DAVOLJI   sesir ')
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('alert')).toHaveText('Tim s tim nazivom već postoji. Odaberite drugi naziv.')
  await page.getByRole('textbox', { name: 'Naziv tima' }).fill('Nositelji Munje')
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  const name = page.getByRole('heading', { level: 1, name: 'Nositelji Munje' })
  await expect(name).toBeFocused()
  const choice = page.getByRole('region', { name: 'Odaberite znak tima' }).getByRole('group', { name: 'Znak tima' })
  const emblems = choice.getByRole('radio')
  await expect(emblems).toHaveCount(12)
  await expect(choice.getByRole('radio', { checked: true })).toHaveCount(1)
  // By the keyboard: arrow keys move within the group.
  await choice.getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowRight')
  const picked = choice.getByRole('radio', { checked: true })
  await expectAccessible(page)
  const drawn = (await picked.locator('xpath=..').locator('path').getAttribute('d')) ?? ''
  expect(await emblemIn(name).getAttribute('d')).not.toBe(drawn)
  await choice.getByRole('button', { name: 'Spremi znak' }).click()
  await expect(emblemIn(name)).toHaveAttribute('d', drawn)
  await expect(choice).toBeHidden()

  await page.goto('/player/poredak')
  const row = page.getByRole('listitem').filter({ hasText: 'Nositelji Munje' })
  await expect(emblemIn(row.first())).toHaveAttribute('d', drawn)

  await page.goto('/poredak')
  await expect(emblemIn(page.getByRole('listitem').filter({ hasText: 'Nositelji Munje' }))).toHaveAttribute('d', drawn)

  await people.openBoard(page, 'iva')
  await page.getByRole('searchbox', { name: 'Naziv tima' }).fill('nositelji')
  await page.getByRole('link', { name: /^Nositelji Munje/ }).click()
  await expect(emblemIn(page.getByRole('heading', { level: 1, name: 'Nositelji Munje' }))).toHaveAttribute('d', drawn)
})
