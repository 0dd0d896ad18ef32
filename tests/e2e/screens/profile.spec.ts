import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { expect, test } from '../support/journey'

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Račun:/ }).click()
  await page.getByRole('menuitem', { name: 'Moji podaci' }).click()
  await expect(page.getByRole('dialog', { name: 'Moji podaci' })).toBeVisible()
}

test('a player sees their data, changes the names, and reads each error at its field', async ({ page, people, phone }) => {
  const taken = await people.signUp(await phone(), 'zauzet')
  const profile = await people.signUp(page, 'stari')
  await page.goto('/player')
  await openProfile(page)
  const dialog = page.getByRole('dialog', { name: 'Moji podaci' })
  await expect(dialog).toContainText(profile.mobile)
  await expect(dialog.getByLabel('E-mail')).toHaveValue(profile.email)
  await expect(dialog).toContainText('Broj mobitela može promijeniti organizator.')
  await expect(dialog.getByText('Ovaj uređaj', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectFitsSmallPhone(page)

  await dialog.getByLabel('Ime', { exact: true }).fill('')
  await dialog.getByLabel('Nadimak').fill(taken.nickname.toUpperCase())
  await dialog.getByRole('button', { name: 'Spremi' }).click()
  await expect(dialog.getByLabel('Ime', { exact: true })).toHaveAccessibleDescription('Upišite ime.')
  await dialog.getByLabel('Ime', { exact: true }).fill('Đurđa')
  await dialog.getByRole('button', { name: 'Spremi' }).click()
  await expect(dialog.getByLabel('Nadimak')).toHaveAccessibleDescription('Taj je nadimak zauzet.')
  await dialog.getByLabel('E-mail').fill('nije adresa')
  await dialog.getByRole('button', { name: 'Spremi' }).click()
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription('Upišite ispravnu e-mail adresu.')
  await dialog.getByLabel('E-mail').fill(`nova-${profile.email}`)
  await dialog.getByLabel('Nadimak').fill(`d${profile.nickname.slice(1)}`)
  await dialog.getByRole('button', { name: 'Spremi' }).click()
  await expect(page.getByText('Podaci su spremljeni.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Račun: Đurđa Anić' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Račun: Đurđa Anić' })).toBeVisible()
  await openProfile(page)
  await expect(dialog.getByLabel('E-mail')).toHaveValue(`nova-${profile.email}`)
})

test('a person signed in twice sees both devices and signs the other one out', async ({ page, people, phone }) => {
  const profile = await people.signUp(page, 'dvaput')
  const other = await phone()
  await other.goto('/auth/login')
  await other.getByLabel('Kod iz SMS-a').fill(await people.askForCode(other, profile.mobile))
  await expect(other).toHaveURL('/player')
  await page.goto('/player')
  await openProfile(page)
  const devices = page.getByRole('region', { name: 'Prijavljeni uređaji' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: 'Odjavi ostale uređaje' }).click()
  await expect(page.getByText('Ostali su uređaji odjavljeni.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByText('Prijavljeni ste samo na ovom uređaju.')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/auth\/login/)
})
