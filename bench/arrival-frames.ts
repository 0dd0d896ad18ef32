import { type Page, request } from '@playwright/test'
import { callAs } from '../tests/e2e/support/call-as'
import { traceMainThread } from './main-thread'
import { reportOnPhone, untilIdle } from './phone'
import { type Row, withSpread } from './report/row'

// Measures the longest task while points arrive over the card and over the full-screen code,
// because such a task delays frames. Counts processor time, which other programs do not lengthen,
// and multiplies it by `SLOWER`, because a phone is that much slower than this machine.

const SLOWER = 4
const ROUNDS = 5
/** How long the app shows an arrival (ms). */
const WATCHED_MS = 4_000
const BUDGET_MS = 50

/** Measures the longest task of the page's main thread during `work` and while an arrival is shown (ms). */
async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const { tasks } = await traceMainThread(page, async () => {
    await work()
    await page.waitForTimeout(WATCHED_MS)
  })
  return SLOWER * Math.max(...tasks.map(({ processorMs }) => processorMs))
}

await reportOnPhone('arrival-frames', async ({ game, people, context }) => {
  const start = await context.newPage()
  await people.signIn(start, 'iva')
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  // The browser can have only one session, which is the team's; so the booth calls from outside it.
  const booth = {
    request: await request.newContext({ baseURL: game.url, extraHTTPHeaders: { cookie } }),
  }
  await context.clearCookies()
  await people.signUp(start, 'mjeritelj')
  const { team_id } = await callAs(start, 'createTeam', { team_name: 'Mjerni Tim' })
  await start.close()
  const page = await context.newPage()
  const stream = page.waitForResponse(/\/api\/live/)
  await page.goto('/player')
  await page.getByText('0 bodova').first().waitFor()
  await stream
  await untilIdle(page)
  async function give(): Promise<void> {
    await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
    await page.locator('[data-moment]').waitFor()
  }
  async function measure(where: string): Promise<Row> {
    const [still, arriving]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      still.push(await longestTask(page, async () => undefined))
      arriving.push(await longestTask(page, give))
    }
    return {
      what: `the longest task while points arrive over ${where}, in processor time of a phone ${SLOWER} times slower`,
      measured: withSpread(arriving, ' ms'),
      floor: `${withSpread(still, ' ms')} while nothing arrives`,
      ratio: '–',
      goal: `at most ${BUDGET_MS} ms`,
      verdict: Math.max(...arriving) <= BUDGET_MS ? 'met' : 'missed',
    }
  }
  const card = await measure('the card')
  await page.getByRole('button', { name: 'Pokaži QR kod' }).click()
  await page.getByRole('dialog').waitFor()
  const code = await measure('the full-screen code')
  return [card, code]
})
