import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, give, offerButton, standing, tap, undoButton } from '../support/booth-screen'
import { openPlace } from '../support/teams'
import { expectTextsApart, translate } from '../support/translator'
import { waitUntilAppIsCached } from '../support/worker'

test.beforeEach(async ({ context }) => translate(context))

test('fault 71: on a translated page a booth gives, cancels and finds teams, on- and offline, and each award counts once', async ({
  page,
  team,
  foundTeam,
  network,
}) => {
  const other = await foundTeam()
  await page.goto('/vendor')
  await waitUntilAppIsCached(page)
  await expectTextsApart(page)
  await openTeam(page, team)
  await give(page, 'Upisano')
  await give(page, 'Upisano', 'Pobjeda')
  await expect(offerButton(page, 'Pobjeda')).toContainText('Pauza: još')
  await undoButton(page).click()
  await expect(standing(page, 'Pobjeda')).toHaveText('Poništeno')
  await expectTextsApart(page)

  await page.goto('/vendor')
  await page.getByLabel('Naziv tima').fill(other.team_name)
  await page.getByRole('main').locator('a[href^="/qr/"]').filter({ hasText: other.team_name }).click()
  const up = network.goDown()
  await give(page, 'Čeka slanje')
  await openPlace(page, 'Dodjele')
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await expectTextsApart(page)
  up()
  await backOnline(page)
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Dodjele štanda' })).toContainText(`${other.team_name}+5`)
  expect((await team.ledger()).map(({ points }) => points)).toEqual([5])
  expect((await other.ledger()).map(({ points }) => points)).toEqual([5])
})

test.describe('a booth’s screen that crashes', () => {
  test.use({ expectedErrors: /played by the test/ })

  test('fault 71: says what the outbox holds of the last award, never that it failed, and its retry gives nothing', async ({
    page,
    team,
    network,
  }) => {
    await openTeam(page, team)
    /** The next element that React takes away cannot be. */
    const crash = () =>
      page.evaluate(() => {
        const { removeChild } = Node.prototype
        Node.prototype.removeChild = () => {
          Node.prototype.removeChild = removeChild
          throw new DOMException('not a child, played by the test', 'NotFoundError')
        }
      })
    for (const [says, fault] of [
      ['Upisano', null],
      ['Čeka slanje', network.goDown],
    ] as const) {
      fault?.()
      await crash()
      await tap(page)
      await expect(page.getByText(`Dodjela je spremljena: ${says} (+5 · Sudjelovanje · ${team.team_name})`)).toBeVisible()
      await expect(page.getByText(/Nije uspjelo|Došlo je do pogreške/)).toHaveCount(0)
      await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
      await expect(offerButton(page, 'Sudjelovanje')).toBeVisible()
    }
    network.reset()
    await backOnline(page)
    await expect(async () => expect(await team.ledger()).toHaveLength(2)).toPass()
  })
})
