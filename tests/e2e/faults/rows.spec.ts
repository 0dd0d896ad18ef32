import { SESSION_COOKIE } from '#contract/protocol'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectAttempts, offerButton, sendNow, standing, storedAwards, tap } from '../support/booth-screen'
import { createGate, faults } from '../support/faults'

test('an outbox row keeps its position while awards above it leave', async ({ page, foundTeam, network }) => {
  const [first, second] = [await foundTeam(), await foundTeam()]
  const clear = network.inject(faults.cutBefore)
  for (const team of [first, second]) {
    await openTeam(page, team)
    await tap(page)
    await expect(standing(page)).toHaveText('Čeka slanje')
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

test('a cancellation can be undone while nothing was sent', async ({ page, team, network }) => {
  await openTeam(page, team)
  // The server asks for a pause, so that an award tapped now is not attempted.
  network.inject(faults.tooMany(60))
  await tap(page, 'Pobjeda')
  await expectAttempts(network, 1)
  await tap(page, 'Sudjelovanje')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Čeka slanje')
  await page
    .getByRole('listitem')
    .filter({ has: offerButton(page, 'Sudjelovanje') })
    .getByRole('button', { name: 'Poništi dodjelu' })
    .click()
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Poništeno')
  expect(await storedAwards(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Vrati dodjelu' }).click()
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(2)
})

test('a cancellation followed at once by a reload is not lost', async ({ page, team, network }) => {
  await openTeam(page, team)
  network.inject(faults.tooMany(60))
  await tap(page, 'Pobjeda')
  await expectAttempts(network, 1)
  await tap(page, 'Sudjelovanje')
  await expect(standing(page, 'Sudjelovanje')).toHaveText('Čeka slanje')
  // The page is gone before storage can respond.
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('the page is leaving', 'InvalidStateError')
    }
  })
  await page
    .getByRole('listitem')
    .filter({ has: offerButton(page, 'Sudjelovanje') })
    .getByRole('button', { name: 'Poništi dodjelu' })
    .click()
  await page.reload()
  await offerButton(page, 'Sudjelovanje').waitFor()
  await expect.poll(() => storedAwards(page)).toHaveLength(1)
})

test('the sign-in page does not call anybody’s awards another account’s', async ({ page, team, network }) => {
  await openTeam(page, team)
  network.inject(faults.cutBefore)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await page.context().clearCookies({ name: SESSION_COOKIE })
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await expect(page.getByText('Drugi račun')).toHaveCount(0)
})

test('four quick clicks make one award, and its state is announced', async ({ page, team, network }) => {
  await openTeam(page, team)
  const gate = createGate()
  network.inject(faults.heldBefore(gate.opened))
  await offerButton(page, 'Sudjelovanje').evaluate((button: HTMLElement) => {
    for (let click = 0; click < 4; click++) button.click()
  })
  await expect(standing(page)).toHaveText('Šalje se')
  expect(await storedAwards(page)).toHaveLength(1)
  gate.open()
  await expect(standing(page)).toHaveText('Upisano')
  expect(await team.ledger()).toHaveLength(1)
})
