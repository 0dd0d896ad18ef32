import { type Page, request } from '@playwright/test'
import * as v from 'valibot'
import { callAs } from '../tests/e2e/support/call-as'
import { reportOnPhone, untilIdle } from './phone'
import { type Row, withSpread } from './report/row'

/**
 * The longest task while points arrive over the card, and over the full-screen code: a frame that it blocks is late. In processor time,
 * which other programs on the machine do not lengthen, as a phone takes it that is so many times slower.
 */
const SLOWER = 4
const ROUNDS = 5
/** As long as an arrival is shown (ms). */
const WATCHED_MS = 4_000
const BUDGET_MS = 50

const traceEvents = v.array(
  v.object({
    name: v.string(),
    pid: v.number(),
    tid: v.number(),
    /** Processor time (µs). */
    tdur: v.optional(v.number()),
    args: v.optional(v.object({ name: v.optional(v.unknown()) })),
  }),
)

/** The longest task of the page's main thread during `work` and as long as an arrival is shown (ms). */
async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events: v.InferOutput<typeof traceEvents> = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...v.parse(traceEvents, value)))
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] }, transferMode: 'ReportEvents' })
  await work()
  await page.waitForTimeout(WATCHED_MS)
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const main = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf))
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('the browser traced no task')
  return (SLOWER * Math.max(...tasks.map(({ tdur = 0 }) => tdur))) / 1_000
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
