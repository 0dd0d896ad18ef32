import { dirname } from 'node:path'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectRecordedOnce, give, standing, storedAwards, undoButton } from '../support/booth-screen'
import { faults } from '../support/faults'
import { passTime } from '../support/pass-time'

test('fault 58: after a restore from an older backup the screen says what waits again, and what was recorded counts once', async ({
  page,
  team,
  network,
  game,
}, testInfo) => {
  const older = testInfo.outputPath('older.backup')
  await page.clock.install()
  await openTeam(page, team)
  await game.eventMeanwhile('backup', older)
  await give(page, 'Upisano', 'Pobjeda')
  await give(page, 'Upisano')
  await undoButton(page).click()
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Poništeno')

  await game.halt('SIGTERM')
  await game.eventMeanwhile('restore', older, '--yes', '--keep', dirname(older))
  const clear = network.inject(faults.cutBefore)
  await game.resume()
  // The next reading says that the ledger is another.
  await passTime(page, 16_000)
  await expect(standing(page, 'Pobjeda')).toHaveText('Čeka slanje')
  expect(await team.ledger()).toEqual([])
  await page.reload()
  await expect(standing(page, 'Pobjeda')).toHaveText('Čeka slanje')

  clear()
  await backOnline(page)
  await expectRecordedOnce(page, team, 'Pobjeda')
  await page.reload()
  await openTeam(page, team)
  expect(await storedAwards(page)).toEqual([])
  expect(await team.ledger()).toHaveLength(1)
})
