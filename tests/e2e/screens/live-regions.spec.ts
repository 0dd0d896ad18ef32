import type { Page } from '@playwright/test'
import { changeAnswers, isCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { listen } from '../support/listener'
import { passTime } from '../support/pass-time'
import { foundTeam, foundTeamByHand, nextRefresh, openPlace, teamIdOf } from '../support/teams'

test.use({ stream: false })

/** Less than a minute, so that the remaining time is shown in seconds. */
const LAST_SECONDS = 55

/** Makes every cooldown that the server reports end soon. */
async function pausesAreEnding(page: Page): Promise<void> {
  await changeAnswers(page, 'checkCooldown', (answer) => ({
    ...answer,
    cooldowns: answer.cooldowns.map((one) => ({
      ...one,
      remaining_seconds: LAST_SECONDS,
      available_at: new Date(Date.now() + LAST_SECONDS * 1000).toISOString(),
    })),
  }))
}

/** Waits until a countdown has advanced by some seconds. */
async function seenToCount(page: Page): Promise<void> {
  const shown = page.getByText(/Pauza: još \d+ sekund/).first()
  const seen = new Set<string>()
  await expect.poll(async () => seen.add((await shown.textContent()) ?? '').size, { intervals: [300] }).toBeGreaterThan(3)
}

test('a cooldown that counts down by the second is shown but not announced', async ({ page, people, phone }) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Tiho Odbrojavanje')
  const team_id = await teamIdOf(captain)
  await people.signIn(page, 'iva')
  await callAs(page, 'awardPoints', { team_id, point_type: 'pobjeda' })
  for (const [screen, address] of [
    [page, `/qr/${team_id}`],
    [captain, '/player/standovi'],
  ] as const) {
    await pausesAreEnding(screen)
    await screen.goto(address)
    if (screen === captain) await screen.getByText('Arkadna zona').click()
    await expect(screen.getByText(/Pauza: još \d+ sekund/).first()).toBeVisible()
    const heard = await listen(screen)
    await seenToCount(screen)
    expect(await heard()).toEqual([])
  }
})

test('the countdown to a new sign-in code is not announced', async ({ page, people, game, phone }) => {
  const ana = await people.signUp(await phone(), 'ana')
  await page.goto('/auth/login')
  // The first code is not used, so that the second has to wait.
  await people.askForCode(page, ana.mobile)
  await page.getByRole('button', { name: 'Promijeni broj ili e-mail' }).click()
  await people.askForCode(page, ana.mobile)
  const waits = page.getByText(/^Novi kod možete zatražiti za/)
  await expect(waits).toBeVisible()
  const heard = await listen(page)
  const seen = new Set<string>()
  await expect.poll(async () => seen.add((await waits.textContent()) ?? '').size, { intervals: [300] }).toBeGreaterThan(3)
  expect(await heard()).toEqual([])
  expect(game.lastSms(ana.mobile)).not.toBe('')
})

test('refreshed lists are not announced; new points are announced once', async ({ page, people }) => {
  await page.clock.install()
  await foundTeamByHand(page, people, 'Tiho Osvježavanje')
  await expect(page.getByText(/Osnovan je tim/)).toBeVisible()
  await passTime(page, 16_000)
  await expect(page.getByText(/Osnovan je tim/)).toBeHidden()
  await openPlace(page, 'Poredak')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const heard = await listen(page)
  for (const _time of [1, 2, 3]) await nextRefresh(page, 'listTeams')
  expect(await heard()).toEqual([])
})

test('an award is announced politely, each of its states once', async ({ page, people, phone }) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Jednom Rečeno')
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${await teamIdOf(captain)}`)
  const win = page.getByRole('button', { name: /^Sudjelovanje/ })
  await expect(win).toBeVisible()
  const heard = await listen(page)
  await win.click()
  await expect.poll(async () => (await heard()).map(({ text }) => text)).toContain('Upisano')
  const told = await heard()
  expect(told.map(({ manner }) => manner)).not.toContain('assertive')
  expect(told.map(({ text }) => text)).toEqual([...new Set(told.map(({ text }) => text))])
  expect(told.at(-1)?.text).toBe('Upisano')
})

test('a waiting award is announced once, however often it is tried, and then its outcome', async ({ page, people, phone }) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Uporno Slanje')
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${await teamIdOf(captain)}`)
  const give = page.getByRole('button', { name: /^Sudjelovanje/ })
  await expect(give).toBeVisible()
  let attempts = 0
  await page.route(isCall('awardPoints'), async (route) => {
    attempts += 1
    await route.abort()
  })
  const heard = await listen(page)
  await give.click()
  await expect.poll(() => attempts, { timeout: 30_000 }).toBeGreaterThan(3)
  await page.unrouteAll()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('status').filter({ hasText: 'Upisano' })).toBeVisible()
  const states = (await heard()).map(({ text }) => text).filter((text) => /^(Čeka slanje|Šalje se|Upisano)$/.test(text))
  expect(states).toEqual(['Čeka slanje', 'Upisano'])
})

test('the text beside each point type names the point type for screen readers', async ({ page, people, phone }) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Imenovani Gumbi')
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${await teamIdOf(captain)}`)
  for (const name of [/^Pobjeda/, /^Sudjelovanje/]) await page.getByRole('button', { name }).click()
  const undo = page.getByRole('button', { name: 'Poništi dodjelu' })
  await expect(undo).toHaveCount(2)
  await expect(undo.nth(0)).toHaveAccessibleDescription('Pobjeda')
  await expect(undo.nth(1)).toHaveAccessibleDescription('Sudjelovanje')
})
