import { callAs } from '../support/call-as'
import { startGameProcess } from '../support/game-process'
import { expect, test } from '../support/journey'
import { createPeople } from '../support/people'
import { panel } from '../support/teams'
import { expectToast } from '../support/toasts'
import { expectUsable, WIDTHS } from '../support/usable'

test.use({ serviceWorkers: 'block' })

for (const viewport of WIDTHS) {
  test(`after a rehearsal an organiser empties the event by typing its name, and keeps the players, at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const game = await startGameProcess('reset')
    try {
      const people = createPeople(game)
      await people.signIn(page, 'ana')
      const organiser = await people.staff('ana')
      const captain = await people.captain('Proba')
      await callAs(organiser, 'closeResults', {})

      await page.goto(`${game.url}/organizator/priprema?dio=datoteka`)
      const part = panel(page, 'Isprazni nakon probe')
      await expect(part).toContainText('svi igrači s prijavama')
      await part.getByLabel('Zadrži i igrače').check()
      await expect(part).toContainText('te igrači i njihove prijave')
      await part.getByRole('button', { name: 'Isprazni', exact: true }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel('Naziv igre').fill('Druga igra')
      const confirm = dialog.getByRole('button', { name: 'Isprazni', exact: true })
      await confirm.click()
      await expect(dialog.getByRole('alert')).toContainText(
        'Upišite naziv igre točno ovako: GeekQuest',
      )
      await expectUsable(page, 'reset')

      await page.context().setOffline(true)
      await dialog.getByLabel('Naziv igre').fill('GeekQuest')
      await confirm.click()
      await expect(dialog.getByRole('alert')).not.toContainText('GeekQuest')
      await page.context().setOffline(false)
      await confirm.click()
      await expectToast(page, /Natjecanje je ispražnjeno/)

      const { counts } = await callAs(organiser, 'overview', {})
      expect([counts.players, counts.teams]).toEqual([1, 0])
      expect((await callAs(captain, 'currentUser', {})).user.team).toBeNull()
    } finally {
      await game.stop()
    }
  })
}
