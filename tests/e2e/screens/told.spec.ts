import { changeAnswers } from '../support/answers'
import { expect, test } from '../support/journey'
import { expectUsable } from '../support/phone-and-desktop'
import { foundTeam, openPlace, panel, teamIdOf, wantToJoin } from '../support/teams'

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
