import type { Page } from '@playwright/test'
import * as v from 'valibot'

const traceEvents = v.array(
  v.object({
    name: v.string(),
    pid: v.number(),
    tid: v.number(),
    /** When it began (µs). */
    ts: v.number(),
    /** Processor time (µs), which other programs on the machine do not lengthen. */
    tdur: v.optional(v.number()),
    args: v.optional(v.object({ name: v.optional(v.unknown()) })),
  }),
)
type TraceEvent = v.InferOutput<typeof traceEvents>[number]

/** A task of the page's main thread: when it began, and its processor time (ms). */
export interface Task {
  readonly at: number
  readonly took: number
}

interface MainThread {
  readonly tasks: readonly Task[]
  /** When a mark of the page was last set, or something else with that name happened (ms); -Infinity if it did not. */
  at(mark: string, before?: number): number
}

/** Traces the page's main thread during `work`. */
export async function traceMainThread(
  page: Page,
  work: () => Promise<unknown>,
): Promise<MainThread> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...v.parse(traceEvents, value)))
  const traceConfig = { includedCategories: ['toplevel', 'blink.user_timing', 'loading'] }
  await session.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf))
  const marked = events.findLast(({ name }) => name === USABLE)
  // The browser has another page's process ready for the next one.
  const isOwn = (event: TraceEvent) =>
    main.has(threadOf(event)) && (marked === undefined || threadOf(event) === threadOf(marked))
  const own = events.filter(isOwn)
  const tasks = own
    .filter(({ name }) => name.endsWith('RunTask'))
    .map(({ ts, tdur = 0 }) => ({ at: ts / 1_000, took: tdur / 1_000 }))
  if (tasks.length === 0) throw new Error('the browser traced no task')
  return {
    tasks,
    at: (mark, before = Number.POSITIVE_INFINITY) =>
      Math.max(
        ...own
          .filter(({ name }) => name === mark)
          .flatMap(({ ts }) => (ts / 1_000 < before ? [ts / 1_000] : [])),
      ),
  }
}

/** The mark that `markUsable` sets. */
const USABLE = 'usable'

/** Processor time of a page's main thread from its navigation until it could be used (ms). */
export interface StartCost {
  readonly total: number
  /** The time that tasks took beyond 50 ms each on a phone that is so many times slower, after the first paint. */
  readonly blocking: number
  readonly longest: number
}

const LONG_MS = 50

/** Sets a mark once an element is on the screen and its frame is painted. A text, because tsx changes functions that have a name. */
const markUsable = (selector: string) => `{
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) return
    watching.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('${USABLE}')))
  }
  const watching = new MutationObserver(look)
  watching.observe(document, { subtree: true, childList: true })
}`

/**
 * Opens an address and counts the main thread's processor time until an element can be used.
 * @param slower how many times slower the phone is
 */
export async function costOfStart(
  page: Page,
  address: string,
  usable: string,
  slower: number,
): Promise<StartCost> {
  await page.addInitScript(markUsable(usable))
  const { tasks, at } = await traceMainThread(page, async () => {
    await page.goto(address, { waitUntil: 'commit' })
    // The paint is reported once it is on the screen, which may be later.
    await page.waitForFunction(
      (marks) => marks.every((mark) => performance.getEntriesByName(mark).length > 0),
      [USABLE, 'first-contentful-paint'],
      { polling: 200 },
    )
  })
  const [painted, until] = [at('firstContentfulPaint'), at(USABLE)]
  // A frame inside the page has one of its own.
  const from = at('navigationStart', painted)
  if (![from, painted, until].every(Number.isFinite))
    throw new Error(`the trace of ${address} lacks marks: ${[from, painted, until].join()}`)
  const counted = tasks.filter(({ at: began }) => began >= from && began <= until)
  const long = counted.filter(({ at: began }) => began >= painted).map(({ took }) => took * slower)
  return {
    total: counted.reduce((sum, { took }) => sum + took * slower, 0),
    blocking: long.reduce((sum, took) => sum + Math.max(0, took - LONG_MS), 0),
    longest: Math.max(...counted.map(({ took }) => took * slower)),
  }
}
