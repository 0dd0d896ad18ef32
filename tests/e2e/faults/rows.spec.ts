import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, give, offerButton, sendNow, standing, storedAwards, tap, undoButton } from '../support/booth-screen'
import { faults } from '../support/faults'

test('an outbox row keeps its position while awards above it leave', async ({ page, foundTeam, network }) => {
  const [first, second] = [await foundTeam(), await foundTeam()]
  const clear = network.inject(faults.cutBefore)
  for (const team of [first, second]) {
    await openTeam(page, team)
    await give(page, 'Čeka slanje')
  }
  await page.goto('/vendor')
  const panel = page.getByRole('region', { name: '2 dodjele čekaju slanje' })
  await expect(panel.getByRole('listitem')).toHaveText([new RegExp(first.team_name), new RegExp(second.team_name)])
  clear()
  await sendNow(page)
  const rows = page.getByRole('region', { name: 'Dodjele na ovom uređaju' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Upisano' })).toHaveCount(2)
  await expect(rows).toHaveText([new RegExp(first.team_name), new RegExp(second.team_name)])
  // Once sent, they disappear together.
  await expect(rows).toHaveCount(0)
})

test('a cancellation can be undone while nothing was sent, and is not lost if a reload follows it at once', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  // The server asks for a pause, so that an award tapped now is not attempted.
  network.inject(faults.tooMany(60))
  await tap(page, 'Pobjeda')
  await expectAttempts(network, 1)
  await give(page, 'Čeka slanje')
  await undoButton(page).click()
  await expect(standing(page)).toHaveText('Poništeno')
  expect(await storedAwards(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Vrati dodjelu' }).click()
  await expect(standing(page)).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(2)

  // The page is gone before storage can respond.
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('the page is leaving', 'InvalidStateError')
    }
  })
  await undoButton(page).click()
  await page.reload()
  await offerButton(page, 'Sudjelovanje').waitFor()
  await expect.poll(() => storedAwards(page)).toHaveLength(1)
})
