import { changeAnswers } from '../support/answers'
import { expect, test } from '../support/journey'
import { codeIn, fillRegistration } from '../support/people'
import { expectUsable } from '../support/phone-and-desktop'
import { foundTeam, openPlace, panel, teamIdOf, wantToJoin } from '../support/teams'

test('a signed-out finder of a tag reads what they found and what each piece is for, registers, and comes to the tag', async ({
  page,
  people,
  game,
}) => {
  await page.goto('/s/tim-slobodan')
  await expect(page.getByText('Skenirali ste oznaku igre GeekQuest.')).toBeVisible()
  await expectUsable(page)
  await page.getByRole('link', { name: 'Registracija' }).click()
  await expect(page.getByRole('heading', { name: 'Registracija' })).toBeVisible()
  await expect(page.getByText('Skenirali ste oznaku igre GeekQuest.')).toBeVisible()
  for (const [label, hint] of [
    ['Broj mobitela', 'Na njega stiže SMS s kodom za prijavu.'],
    ['E-mail', 'Njime možete zatražiti kod za prijavu.'],
    ['Nadimak', 'To vide drugi igrači.'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(hint)
  }
  await expectUsable(page)
  const profile = people.newProfile('nalaznik')
  await fillRegistration(page, profile)
  await page.getByRole('button', { name: 'Registriraj me' }).click()
  await expect(page.getByText('Račun je otvoren. Poslali smo SMS s kodom i linkom.')).toBeVisible()
  await page.getByLabel('Kod iz SMS-a').fill(codeIn(game.lastSms(profile.mobile)))
  await expect(page).toHaveURL('/s/tim-slobodan')
  await expect(page.getByRole('heading', { name: 'Slobodna timska oznaka' })).toBeVisible()
})

test('a friend is asked in by a link: signed out they read that it is a team’s, and come to the request', async ({
  page,
  people,
  phone,
}) => {
  await foundTeam(page, people, 'Otvorena Vrata')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (shared: ShareData) => void Object.assign(window, { shared }),
    })
  })
  await openPlace(page, 'Tim')
  await panel(page, 'Poziv u tim').getByRole('button', { name: 'Podijeli link' }).click()
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared)
  expect(shared.url).toBe(new URL(`/qr/${await teamIdOf(page)}`, page.url()).href)

  const friend = await phone()
  const { profile } = await people.player('ana')
  await friend.goto(shared.url ?? '')
  await expect(friend.getByText('Otvorili ste kod tima u igri GeekQuest.')).toBeVisible()
  await friend.getByLabel('Kod iz SMS-a').fill(await people.askForCode(friend, profile.mobile))
  const offer = panel(friend, 'Skenirali ste QR kod ovog tima')
  await expect(offer.getByRole('button', { name: 'Pošalji zahtjev timu Otvorena Vrata' })).toBeVisible()
})

test('a newcomer sees three steps, on a small phone both ways into a team above the bar, and before the first team an empty finder', async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await people.signUp(page, 'novi')
  await changeAnswers(page, 'listTeams', () => ({ teams: [] }))
  await page.goto('/player')
  await expect(page.getByRole('list', { name: 'Kako se igra' }).getByRole('listitem')).toHaveText([
    /Osnujte tim ili zatražite pridruživanje\./,
    /Pokažite QR kod na štandovima\./,
    /Skupljajte bodove i pratite poredak\./,
  ])
  const bar = await page.locator('[data-bottom-bar]').boundingBox()
  for (const way of ['Pridruži se timu', 'Osnuj tim']) {
    const { y = 568, height = 0 } = (await page.getByRole('button', { name: way }).boundingBox()) ?? {}
    expect(y + height, way).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  await expectUsable(page)
  await wantToJoin(page)
  await expect(panel(page, 'Pronađi tim')).toContainText('Još nema nijednog tima. Osnujte prvi.')
  await expectUsable(page)
})

test('a booth’s tag leads a player to the card and the booths, staff to their board', async ({ page, people }) => {
  await people.signUp(page, 'ana')
  await page.goto('/s/kviz-01')
  await expect(page.getByRole('heading', { name: 'Kvizionica' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Moja Kartica' }).last()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Svi štandovi' }).click()
  await expect(page).toHaveURL('/player/standovi')
  await people.signIn(page, 'iva')
  await page.goto('/s/kviz-01')
  await expect(page.getByRole('heading', { name: 'Kvizionica' })).toBeVisible()
  await expect(page.getByText('Ovo je vaš štand.')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Na nadzornu ploču' }).click()
  await expect(page).toHaveURL('/vendor')
})
