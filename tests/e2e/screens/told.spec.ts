import { changeAnswers } from '../support/answers'
import { expect, test } from '../support/journey'
import { expectUsable } from '../support/phone-and-desktop'
import { panel, wantToJoin } from '../support/teams'

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
})
