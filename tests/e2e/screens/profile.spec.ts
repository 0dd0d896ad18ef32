import type { Page } from '@playwright/test'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { expectToast } from '../support/toasts'
import { expectUsable } from '../support/usable'

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Račun:/ }).click()
  await page.getByRole('menuitem', { name: 'Moji podaci' }).click()
  await expect(page.getByRole('dialog', { name: 'Moji podaci' })).toBeVisible()
}

test('a person sees and changes their data, and signs their other device out', async ({
  page,
  people,
}) => {
  const { profile: taken } = await people.player('zauzet')
  const { profile, ...other } = await people.player('dvaput')
  await page.goto('/auth/login')
  await page.getByLabel('Kod iz SMS-a').fill(await people.askForCode(page, profile.mobile))
  await expect(page).toHaveURL('/player')
  await openProfile(page)
  const dialog = page.getByRole('dialog', { name: 'Moji podaci' })
  await expect(dialog).toContainText(profile.mobile)
  await expect(dialog.getByLabel('E-mail')).toHaveValue(profile.email)
  await expect(dialog).toContainText('Broj mobitela može promijeniti organizator.')
  await expect(dialog.getByText('Ovaj uređaj', { exact: true })).toBeVisible()
  await expectUsable(page, 'profile')
  const devices = page.getByRole('region', { name: 'Prijavljeni uređaji' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: 'Odjavi ostale uređaje' }).click()
  await expectToast(page, 'Ostali su uređaji odjavljeni.')
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices.getByText('Prijavljeni ste samo na ovom uređaju.')).toBeVisible()
  await expect(callAs(other, 'currentUser', {})).rejects.toThrow()

  await dialog.getByLabel('Ime', { exact: true }).fill('')
  await dialog.getByLabel('Nadimak').fill(taken.nickname.toUpperCase())
  await dialog.getByRole('button', { name: 'Spremi' }).click()
  await expect(dialog.getByLabel('Ime', { exact: true })).toHaveAccessibleDescription(
    'Upišite ime.',
  )
  await dialog.getByLabel('Ime', { exact: true }).fill('Đurđa')
  await dialog.getByRole('button', { name: 'Spremi' }).click()
  await expect(dialog.getByLabel('Nadimak')).toHaveAccessibleDescription('Taj je nadimak zauzet.')
  await dialog.getByLabel('E-mail').fill('nije adresa')
  await dialog.getByRole('button', { name: 'Spremi' }).click()
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(
    'Upišite ispravnu e-mail adresu.',
  )
  await dialog.getByLabel('E-mail').fill(`nova-${profile.email}`)
  await dialog.getByLabel('Nadimak').fill(`d${profile.nickname.slice(1)}`)
  await dialog.getByRole('button', { name: 'Spremi' }).click()
  await expectToast(page, 'Podaci su spremljeni.')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Račun: Đurđa Anić' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Račun: Đurđa Anić' })).toBeVisible()
  await openProfile(page)
  await expect(dialog.getByLabel('E-mail')).toHaveValue(`nova-${profile.email}`)
})
