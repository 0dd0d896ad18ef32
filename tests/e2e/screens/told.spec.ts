import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { callAs } from '../support/call-as'
import { expectFits } from '../support/expect-fits'
import { expect, test } from '../support/journey'
import { codeIn } from '../support/people'
import { foundTeam, teamIdOf } from '../support/teams'

async function registerOnScreen(page: Page, profile: { [field: string]: string }): Promise<void> {
  await page.getByLabel('Ime', { exact: true }).fill(profile.first_name ?? '')
  await page.getByLabel('Prezime').fill(profile.last_name ?? '')
  await page.getByLabel('E-mail').fill(profile.email ?? '')
  await page.getByLabel('Broj mobitela').fill(profile.mobile ?? '')
  await page.getByLabel('Nadimak').fill(profile.nickname ?? '')
  await page.getByRole('button', { name: 'Registriraj me' }).click()
}

test('a signed-out finder of a tag reads what they found, registers, and comes to the tag', async ({ page, people, game }) => {
  await page.goto('/s/tim-slobodan')
  await expect(page.getByText('Skenirali ste oznaku igre GeekQuest.')).toBeVisible()
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole('link', { name: 'Registracija' }).click()
  await expect(page.getByRole('heading', { name: 'Registracija' })).toBeVisible()
  await expect(page.getByText('Skenirali ste oznaku igre GeekQuest.')).toBeVisible()
  await expectAccessible(page)
  const profile = people.newProfile('nalaznik')
  await registerOnScreen(page, profile)
  await page.getByLabel('Kod iz SMS-a').fill(codeIn(await smsTo(game, page, profile.mobile)))
  await expect(page).toHaveURL('/s/tim-slobodan')
  await expect(page.getByRole('heading', { name: 'Slobodna timska oznaka' })).toBeVisible()
})

/** The SMS that the screen says was sent. */
async function smsTo(game: { lastSms(mobile: string): string }, page: Page, mobile: string): Promise<string> {
  await expect(page.getByLabel('Kod iz SMS-a')).toBeVisible()
  return game.lastSms(mobile)
}

test('who opens a team’s link signed out reads that it is a team’s, and comes to the request', async ({
  page,
  people,
  phone,
}) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Otvoreni Tim')
  const ana = await people.signUp(await phone(), 'ana')
  await page.goto(`/qr/${await teamIdOf(captain)}`)
  await expect(page.getByText('Otvorili ste kod tima u igri GeekQuest.')).toBeVisible()
  await page.getByLabel('Kod iz SMS-a').fill(await people.askForCode(page, ana.mobile))
  await expect(page.getByRole('button', { name: 'Pošalji zahtjev timu Otvoreni Tim' }).first()).toBeVisible()
})

test('any other place to return to is not called a find', async ({ page }) => {
  await page.goto('/player/poredak')
  await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
  await expect(page.getByText('Prijavite se ili registrirajte pa', { exact: false })).toHaveCount(0)
})

test('a newcomer sees three steps, and on a small phone the first one’s button above the bar', async ({ page, people }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await people.signUp(page, 'novi')
  await page.goto('/player')
  await expect(page.getByRole('list', { name: 'Kako se igra' }).getByRole('listitem')).toHaveText([
    /Osnujte tim ili zatražite pridruživanje\./,
    /Pokažite QR kod na štandovima\./,
    /Skupljajte bodove i pratite poredak\./,
  ])
  const button = await page.getByRole('button', { name: 'Osnuj tim' }).boundingBox()
  const bar = await page.locator('[data-bottom-bar]').boundingBox()
  expect((button?.y ?? 568) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await expectAccessible(page)
})

test('a booth’s tag leads a player to the card and the booths, staff to their board', async ({ page, people, phone }) => {
  await people.signUp(page, 'ana')
  await page.goto('/s/kviz-01')
  await expect(page.getByRole('heading', { name: 'Kvizionica' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Moja Kartica' }).last()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Svi štandovi' }).click()
  await expect(page).toHaveURL('/player/standovi')
  const booth = await phone()
  await people.signIn(booth, 'iva')
  await booth.goto('/s/kviz-01')
  await expect(booth.getByRole('heading', { name: 'Kvizionica' })).toBeVisible()
  await expect(booth.getByText('Ovo je vaš štand.')).toBeHidden()
  await booth.getByRole('main').getByRole('link', { name: 'Na nadzornu ploču' }).click()
  await expect(booth).toHaveURL('/vendor')
})

test('the menu leads to the terms', async ({ page, people }) => {
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await page.getByRole('button', { name: 'Račun: Ana Anić' }).click()
  await page.getByRole('menuitem', { name: 'Uvjeti i privatnost' }).click()
  await expect(page).toHaveURL('/uvijeti')
})

test('registration says what each piece is for', async ({ page }) => {
  await page.goto('/auth/register')
  for (const [label, hint] of [
    ['Broj mobitela', 'Na njega stiže SMS s kodom za prijavu.'],
    ['E-mail', 'Njime možete zatražiti kod za prijavu.'],
    ['Nadimak', 'To vide drugi igrači.'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(hint)
  }
})

test('leaving a team is told apart from disbanding it', async ({ page, people, phone }) => {
  await page.setViewportSize({ width: 412, height: 839 })
  await foundTeam(page, people, 'Razlika')
  const player = await phone()
  await people.signUp(player, 'drugi')
  await callAs(player, 'joinTeam', { team_id: await teamIdOf(page) })
  await callAs(page, 'acceptInvite', { player_id: (await callAs(player, 'currentUser', {})).user.id })
  await page.goto('/player/tim')
  const disbanding = page.getByRole('region', { name: 'Raspuštanje tima' })
  await expect(disbanding).toContainText('Tim i njegovi bodovi nestaju za sve članove. To se ne može poništiti.')
  await expect(disbanding.getByRole('button', { name: 'Raspusti tim' })).toBeVisible()
  await expect(disbanding.getByRole('button', { name: 'Napusti tim' })).toHaveCount(0)
  await expectAccessible(page)
  const lookOf = async (trigger: string) => {
    await page.getByRole('button', { name: trigger }).click()
    const dialog = page.getByRole('alertdialog')
    const look = await dialog
      .getByRole('button', { name: trigger })
      .evaluate((button) => [...button.classList].filter((name) => /^bg-/.test(name)))
    await dialog.getByRole('button', { name: 'Odustani' }).click()
    return look
  }
  expect(await lookOf('Napusti tim')).toEqual(['bg-accent'])
  expect(await lookOf('Raspusti tim')).toEqual(['bg-danger'])
})
