import { callAs } from '../support/call-as'
import { startGameProcess } from '../support/game-process'
import { expect, test } from '../support/journey'
import { createPeople } from '../support/people'
import { panel } from '../support/teams'
import { expectToast } from '../support/toasts'
import { expectUsable, WIDTHS } from '../support/usable'

test.use({ serviceWorkers: 'block' })

for (const viewport of WIDTHS) {
  test(`an organiser begins a rehearsal before the start, and empties the event by typing its name, with the players kept, at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const game = await startGameProcess('reset')
    try {
      const people = createPeople(game)
      await people.signIn(page, 'ana')
      const organiser = await people.staff('ana')
      const captain = await people.captain('Proba')
      const starts_at = '2099-05-09T08:00:00.000Z'
      await people.applyPart({ settings: { starts_at, ends_at: '2099-05-09T16:00:00.000Z' } })
      const startOf = async () =>
        (await callAs(organiser, 'readEvent', {})).event.settings.starts_at

      await page.goto(`${game.url}/organizator/priprema`)
      await panel(page, 'Što nedostaje').getByRole('link', { name: '„Počni probu”' }).click()
      await page.getByRole('button', { name: 'Počni probu' }).click()
      await expect(page.getByRole('alertdialog')).toContainText(
        'početak je opet 9. svibnja 2099. u 10:00',
      )
      await expectUsable(page, 'rehearsal')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Počni probu' }).click()
      await expectToast(page, 'Proba je počela.')
      await expect(page.getByRole('button', { name: 'Počni probu' })).toHaveCount(0)
      const { team_id } = captain
      const booth = await people.staff('iva')
      await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
      await callAs(organiser, 'closeResults', {})

      const part = panel(page, 'Isprazni nakon probe')
      await expect(part).toContainText('svi igrači s prijavama')
      await part.getByLabel('Zadrži i igrače').check()
      await expect(part).toContainText('Ostaju i igrači s prijavama')
      await part.getByRole('button', { name: 'Isprazni', exact: true }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel('Naziv natjecanja').fill('Druga igra')
      const confirm = dialog.getByRole('button', { name: 'Isprazni', exact: true })
      await confirm.click()
      await expect(dialog.getByRole('alert')).toContainText(
        'Upišite naziv natjecanja točno ovako: GeekQuest',
      )
      await expectUsable(page, 'reset')

      await page.context().setOffline(true)
      await dialog.getByLabel('Naziv natjecanja').fill('GeekQuest')
      await confirm.click()
      await expect(dialog.getByRole('alert')).toContainText('Poslužitelj ne odgovara.')
      await page.context().setOffline(false)
      await confirm.click()
      await expectToast(page, /Natjecanje je ispražnjeno/)

      const { counts } = await callAs(organiser, 'overview', {})
      expect([counts.players, counts.teams, await startOf()]).toEqual([1, 0, starts_at])
      expect((await callAs(captain, 'currentUser', {})).user.team).toBeNull()
    } finally {
      await game.stop()
    }
  })
}
