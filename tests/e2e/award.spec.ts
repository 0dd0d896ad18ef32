import type { Page } from '@playwright/test'
import { expect, test } from './support/journey'
import type { People } from './support/people'

/** A player founds a team; answers its id, as the address in its QR code has it. */
async function foundTeam(page: Page, people: People, name: string): Promise<string> {
  await people.signUp(page, 'kapetan')
  await page.goto('/player')
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill(name)
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return await page.evaluate(async () => {
    const query = new URLSearchParams({ fingerprint: crypto.randomUUID(), action: 'login' })
    const answer = (await (await fetch(`/api?${query}`, { method: 'POST' })).json()) as { user: { team: { team_id: string } } }
    return answer.user.team.team_id
  })
}

test('fault 5: the answer is lost after the commit; sent again, the award counts once', async ({ page, people, phone }) => {
  const captain = await phone()
  const teamId = await foundTeam(captain, people, 'Izgubljeni Odgovori')
  await people.signInStaff(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await page.route('**/api?*award_points*', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Nije potvrđeno.', { exact: false })).toBeVisible()
  await expect(page.getByText('Upisano')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Sudjelovanje/ })).toBeDisabled()

  await page.unroute('**/api?*award_points*')
  await page.getByRole('button', { name: 'Pošalji ponovno' }).click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await captain.reload()
  await expect(captain.getByRole('article').getByText('5 bodova', { exact: true })).toBeVisible()
})

test('a nervous thumb gives points once', async ({ page, people, phone }) => {
  const captain = await phone()
  const teamId = await foundTeam(captain, people, 'Dvostruki Dodir')
  await people.signInStaff(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await page.getByRole('button', { name: /^Sudjelovanje/ }).dblclick()
  await expect(page.getByText('Upisano')).toBeVisible()
  await captain.reload()
  await expect(captain.getByRole('article').getByText('5 bodova', { exact: true })).toBeVisible()
})

test('rule 9: what another device of the booth has just given is refused with its reason', async ({ page, people, phone }) => {
  const teamId = await foundTeam(await phone(), people, 'Pauza Za Dvoje')
  const other = await phone()
  await people.signInStaff(page, 'iva')
  await people.signInStaff(other, 'luka')
  await page.goto(`/qr/${teamId}`)
  await other.goto(`/qr/${teamId}`)
  await expect(other.getByRole('button', { name: /^Pobjeda/ })).toBeEnabled()
  await page.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await other.getByRole('button', { name: /^Pobjeda/ }).click()
  await expect(other.getByText('Odbijeno: Tim je te bodove već dobio. Pričekajte kraj pauze.')).toBeVisible()
})

test('a team that is gone is named so', async ({ page, people }) => {
  await people.signInStaff(page, 'iva')
  await page.goto('/qr/nema-tima')
  await expect(page.getByRole('heading', { name: 'Tim nije pronađen. Možda je raspušten.' })).toBeVisible()
})
