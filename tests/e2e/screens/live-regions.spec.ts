import type { Page } from '@playwright/test'
import { changeAnswers, isCall } from '../support/answers'
import { expect, test } from '../support/journey'
import { listen } from '../support/listener'

test.use({ stream: false })

/** Makes every cooldown that the server reports end in some seconds, whenever it is asked. */
async function endPauses(page: Page, seconds: number): Promise<void> {
  await changeAnswers(page, 'checkCooldown', (answer) => ({
    ...answer,
    cooldowns: answer.cooldowns.map((one) => ({
      ...one,
      remaining_seconds: seconds,
      available_at: new Date(Date.now() + seconds * 1000).toISOString(),
    })),
  }))
}

/** Waits until a countdown has advanced by some seconds. */
async function seenToCount(page: Page): Promise<void> {
  const shown = page.getByText(/Pauza: još \d+ sekund/).first()
  for (let second = 0; second < 4; second++) {
    const before = (await shown.textContent()) ?? ''
    await page.clock.runFor(1_000)
    await expect(shown).not.toHaveText(before)
  }
}

test('an award is announced politely, each of its states once, also one that waits, however often it is tried; its button names the point type, and its cooldown is not announced', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain('Jednom Rečeno')
  await page.clock.install()
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${team_id}`)
  const give = page.getByRole('button', { name: /^Sudjelovanje/ })
  await expect(give).toBeVisible()
  const heard = await listen(page)
  const texts = async () => (await heard()).map(({ text }) => text)
  await give.click()
  await expect.poll(texts).toContain('Upisano +5 · Jednom Rečeno')
  const told = await heard()
  expect(told.map(({ manner }) => manner)).not.toContain('assertive')
  expect(told.map(({ text }) => text)).toEqual([...new Set(told.map(({ text }) => text))])
  expect(told.at(-1)?.text).toBe('Upisano +5 · Jednom Rečeno')

  let attempts = 0
  await page.route(isCall('awardPoints'), async (route) => {
    attempts += 1
    await route.abort()
  })
  await give.click()
  await expect(async () => {
    await page.clock.runFor(10_000)
    expect(attempts).toBeGreaterThan(3)
  }).toPass()
  await page.unrouteAll()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const states = async () =>
    (await texts()).slice(told.length).flatMap((text) => /^(Čeka slanje|Šalje se|Upisano) \+5/.exec(text)?.[1] ?? [])
  await expect.poll(states).toEqual(['Čeka slanje', 'Upisano'])

  await page.getByRole('button', { name: /^Pobjeda/ }).click()
  const undo = page.getByRole('button', { name: 'Poništi dodjelu' })
  // The last award's alone: earlier ones stand in the list of awards.
  await expect(undo).toHaveAccessibleName('Poništi dodjelu: Pobjeda, Jednom Rečeno')

  await endPauses(page, 55)
  await page.reload()
  await expect(page.getByText(/Pauza: još \d+ sekund/).first()).toBeVisible()
  const heardLater = await listen(page)
  await seenToCount(page)
  expect(await heardLater()).toEqual([])
})
