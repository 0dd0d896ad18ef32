import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectRecordedOnce, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'

// The greeting of the stream tells an open page at once that the ledger is another.
test.use({ stream: true })

test('fault 58: after a restore from an older backup the screen says what waits again, and what was recorded counts once', async ({
  page,
  team,
  network,
  game,
}, testInfo) => {
  const older = testInfo.outputPath('older.backup')
  await openTeam(page, team)
  await game.eventMeanwhile('backup', older)
  await tap(page, 'Pobjeda')
  await expect(standing(page, 'Pobjeda')).toHaveText('Upisano')
  await tap(page, 'Sudjelovanje')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Upisano')
  await page
    .getByRole('listitem')
    .filter({ has: offerButton(page, 'Sudjelovanje') })
    .getByRole('button', { name: 'Poništi dodjelu' })
    .click()
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Poništeno')

  await game.halt('SIGTERM')
  await game.eventMeanwhile('restore', older, '--yes')
  const clear = network.inject(faults.cutBefore)
  await game.resume()
  await expect(standing(page, 'Pobjeda')).toHaveText('Čeka slanje', { timeout: 15_000 })
  expect(await team.ledger()).toEqual([])
  await page.reload()
  await expect(standing(page, 'Pobjeda')).toHaveText('Čeka slanje')

  clear()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectRecordedOnce(page, team, 'Pobjeda')
  await page.reload()
  await openTeam(page, team)
  expect(await storedAwards(page)).toEqual([])
  expect(await team.ledger()).toHaveLength(1)
})
