import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expect, test } from '../support/journey'

/** What is drawn in the first line emblem of a part of the screen. */
const emblemIn = (part: Locator) => part.locator('svg[viewBox="0 0 24 24"] path[stroke="currentColor"]').first()

test('the emblem that a founder picks stands on the card, in the ranking, at the booth and on the projector', async ({
  page,
  people,
}) => {
  await people.signUp(page, 'kapetan')
  await page.goto('/player')
  const choice = page.getByRole('group', { name: 'Znak tima (po izboru)' })
  await expect(choice.getByRole('radio')).toHaveCount(12)
  await expect(choice.getByRole('radio', { checked: true })).toHaveCount(0)
  // By the keyboard: arrow keys move within the group.
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill('Nositelji Munje')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  const bolt = choice.getByRole('radio', { name: 'Munja' })
  await expect(bolt).toBeChecked()
  await expectAccessible(page)
  const drawn = (await bolt.locator('xpath=..').locator('path').getAttribute('d')) ?? ''
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  const name = page.getByRole('heading', { level: 1, name: 'Nositelji Munje' })
  await expect(emblemIn(name)).toHaveAttribute('d', drawn)

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
