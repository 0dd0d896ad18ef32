import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { expectRecordedOnce, give, standing, tap } from '../support/booth-screen'
import { breakStorage, letStorageBreak } from '../support/broken-storage'
import { faults } from '../support/faults'
import { chooseInMenu } from '../support/teams'

const OUTBOX = 'geek-outbox'
const UNREADABLE = /ne mogu pročitati/

test.beforeEach(async ({ context }) => letStorageBreak(context))

test('fault 46: an outbox that is read late, throws or hangs at the start is never called empty, and signing out warns', async ({
  page,
  context,
  team,
  network,
}) => {
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore)
  await give(page, 'Čeka slanje')
  const dialog = page.getByRole('dialog')
  // The copy in local storage tells which award it may be.
  const award = dialog.getByRole('listitem').filter({ hasText: team.team_name })

  await breakStorage(page, OUTBOX, { lateMs: 2_000 })
  // Time passes slowly, then not at all, so that a busy machine opens the list before the outbox is read.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.goto('/vendor', { waitUntil: 'commit' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(page.getByRole('button', { name: /^Račun/ })).toBeVisible({ timeout: 100 })
  }).toPass()
  await chooseInMenu(page, 'Dodjele na uređaju')
  await expect(dialog.getByText('Dodjele se učitavaju.')).toBeVisible()
  await page.clock.resume()
  await expect(award).toBeVisible()
  await expect(page.getByText('Sve je upisano.')).toHaveCount(0)

  for (const how of ['throws', 'hangs'] as const) {
    await breakStorage(page, OUTBOX, how)
    await page.goto('/vendor')
    await expect(page.getByRole('button', { name: /^Račun/ })).toBeVisible()
    // Storage that takes 3 s is given up (fault 47).
    await page.clock.fastForward(3_000)
    await expect(page.getByRole('main').getByText('Dodjele se ne mogu pročitati')).toBeVisible()
    await chooseInMenu(page, 'Dodjele na uređaju')
    await expect(dialog.getByText(UNREADABLE)).toBeVisible()
    await expect(award).toBeVisible()
    await expect(page.getByText('Sve je upisano.')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await chooseInMenu(page, 'Odjava')
    await expect(page.getByRole('alertdialog', { name: 'Odjava prije slanja' })).toContainText(UNREADABLE)
    await page.keyboard.press('Escape')
  }

  const cookies = await context.cookies()
  await context.clearCookies()
  await page.goto('/auth/login')
  await expect(page.getByText(UNREADABLE)).toBeVisible()
  await context.addCookies(cookies)

  await breakStorage(page, OUTBOX, null)
  clear()
  await openTeam(page, team)
  await expectRecordedOnce(page, team)
  await expect(page.getByText(UNREADABLE)).toHaveCount(0)
})

test('fault 28: a device that blocks storage says that it can only award online, and awards online', async ({
  page,
  team,
  network,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await openTeam(page, team)
  await expect(page.getByText('Ovaj uređaj ne sprema dodjele, pa ih možete davati samo dok ste povezani.')).toBeVisible()
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expect(standing(page)).toContainText('Nije potvrđeno:')
  await expect(page.getByText('Čeka slanje')).toHaveCount(0)
  clear()
  await give(page, 'Upisano')
  expect(await team.ledger()).toHaveLength(1)
})
