import { isCall } from '../support/answers'
import { backOnline } from '../support/booth-screen'
import { holdTimers } from '../support/held-timers'
import { expect, test } from '../support/journey'
import { listen } from '../support/listener'
import { passTime, untilAtRest } from '../support/pass-time'

test.use({ stream: false })

/** How often the award page looks for voids by other devices (ms). */
const POLL_MS = 8_000

test('each state of an award is announced once and politely, and its cooldown is not', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain('Jednom Rečeno')
  await page.clock.install()
  // Hold the poll of the booth's list, so that only the drain reads it.
  await holdTimers(page, POLL_MS, POLL_MS)
  let lists = 0
  page.on('request', (request) => {
    if (isCall('listAwards')(new URL(request.url()))) lists += 1
  })
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${team_id}`)
  const give = page.getByRole('button', { name: /^Sudjelovanje/ })
  await expect(give).toBeVisible()
  await expect.poll(() => lists, 'the list is fetched once the page is idle').toBe(1)
  // Wait until the list counts as stale.
  await passTime(page, 6_000)
  const announced = await listen(page)
  const texts = async () => (await announced()).map(({ text }) => text)
  await give.click()
  await expect.poll(texts).toContain('Upisano +5\u00a0· Jednom Rečeno')
  const ofFirst = await announced()
  expect(ofFirst.map(({ manner }) => manner)).not.toContain('assertive')
  expect(ofFirst.map(({ text }) => text)).toEqual([...new Set(ofFirst.map(({ text }) => text))])
  expect(ofFirst.at(-1)?.text).toBe('Upisano +5\u00a0· Jednom Rečeno')

  await expect.poll(() => lists).toBeGreaterThan(1)
  await untilAtRest(page)
  expect(lists, 'the drain itself reads the list again, once').toBe(2)

  let attempts = 0
  await page.route(isCall('awardPoints'), async (route) => {
    attempts += 1
    await route.abort()
  })
  await give.click()
  // Cause each try by an event: if the clock jumped while storage is at work, the app would call the storage broken.
  for (let tries = 1; tries <= 4; tries++) {
    await expect.poll(() => attempts).toBeGreaterThanOrEqual(tries)
    await backOnline(page)
  }
  await page.unrouteAll()
  await backOnline(page)
  const states = async () =>
    (await texts())
      .slice(ofFirst.length)
      .flatMap((text) => /^(Čeka slanje|Šalje se|Upisano) \+5/.exec(text)?.[1] ?? [])
  await expect.poll(states).toEqual(['Čeka slanje', 'Upisano'])

  await page.getByRole('button', { name: /^Pobjeda/ }).click()
  const undo = page.getByRole('button', { name: 'Poništi dodjelu' })
  // Only the last award can be undone here; the list of awards has the undo of earlier ones.
  await expect(undo).toHaveAccessibleName('Poništi dodjelu: Pobjeda, Jednom Rečeno')

  // Cut all calls, because any answer would correct the page's clock.
  await page.route('**/api?**', (route) => route.abort())
  await passTime(page, 61_000)
  await expect(page.getByText(/još 14\sminuta/).first()).toBeVisible()
  expect((await texts()).join()).not.toContain('Pauza')
})
