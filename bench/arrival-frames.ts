import { type Page, request } from '@playwright/test'
import { callAs } from '../tests/e2e/support/call-as'
import { openSlowPage, reportOnPhone, untilIdle } from './phone'
import { median, withSpread } from './report/row'

/** The longest task while points arrive on a card, on a slow processor: a frame that it blocks is late. */
const SLOWED = 4
const ROUNDS = 5
/** As long as an arrival is told (ms). */
const WATCHED_MS = 4_000
const BUDGET_MS = 50

/** The longest task (ms) from when an arrival is told, or from now, until it is over. 0 = none over 50 ms. */
async function longestTask(page: Page, from: 'now' | 'when points arrive'): Promise<number> {
  return await page.evaluate(
    async ([watched, waits]) => {
      if (waits) {
        await new Promise<void>((resolve) =>
          new MutationObserver((_changes, observer) => {
            if (!document.querySelector('article')?.textContent.includes('· Sudjelovanje ·')) return
            observer.disconnect()
            resolve()
          }).observe(document.body, { subtree: true, childList: true, characterData: true }),
        )
      }
      let longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
      }).observe({ type: 'longtask' })
      await new Promise((resolve) => setTimeout(resolve, watched))
      return longest
    },
    [WATCHED_MS, from === 'when points arrive'] as const,
  )
}

await reportOnPhone('arrival-frames', async ({ game, people, context }) => {
  const start = await context.newPage()
  await people.signIn(start, 'iva')
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  // A browser has one session: the booth's calls go beside it.
  const booth = { request: await request.newContext({ baseURL: game.url, extraHTTPHeaders: { cookie } }) }
  await context.clearCookies()
  await people.signUp(start, 'mjeritelj')
  const { team_id } = await callAs(start, 'createTeam', { team_name: 'Mjerni Tim' })
  await start.close()
  const page = await openSlowPage(context, SLOWED)
  const stream = page.waitForResponse(/\/api\/live/)
  await page.goto('/player')
  await page.getByText('0 bodova').first().waitFor()
  await stream
  await untilIdle(page)
  const [still, arriving]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    still.push(await longestTask(page, 'now'))
    const watched = longestTask(page, 'when points arrive')
    await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
    arriving.push(await watched)
  }
  await booth.request.dispose()
  return [
    {
      what: `the longest task over 50 ms while points arrive on a card, the processor slowed ${SLOWED} times`,
      measured: withSpread(arriving, ' ms'),
      floor: `${withSpread(still, ' ms')} while nothing arrives`,
      ratio: '–',
      goal: `none over ${BUDGET_MS} ms`,
      verdict: median(arriving) <= BUDGET_MS ? 'met' : 'missed',
    },
  ]
})
