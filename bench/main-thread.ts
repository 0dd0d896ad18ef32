import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { withDeadline } from '#lib/timers'

const traceEvents = v.array(
  v.object({
    name: v.string(),
    pid: v.number(),
    tid: v.number(),
    /** When it began (µs). */
    ts: v.number(),
    dur: v.optional(v.number()),
    /** Processor time (µs), which other programs on the machine do not lengthen. */
    tdur: v.optional(v.number()),
    args: v.optional(
      v.object({
        name: v.optional(v.unknown()),
        data: v.optional(v.object({ documentLoaderURL: v.optional(v.unknown()) })),
      }),
    ),
  }),
)
type TraceEvent = v.InferOutput<typeof traceEvents>[number]

/**
 * A task of the page's main thread: when it began and ended, and its processor time (ms), each
 * including the tasks that ran inside it.
 */
interface Task {
  readonly at: number
  readonly ended: number
  readonly processorMs: number
}

interface MainThread {
  /** Tasks that ran one after another; none is inside another. */
  readonly tasks: readonly Task[]
  /**
   * Returns when the last event with this name happened (ms), such as a mark that the page set;
   * -Infinity if there was none.
   */
  at(mark: string): number
  /**
   * The start of the first navigation (ms). Later navigations may belong to SVG images, each of
   * which starts its own.
   */
  readonly navigated: number
}

/** Leaves out tasks that ran inside another task, because its time contains theirs. */
function outermost(tasks: readonly Task[]): Task[] {
  const outer: Task[] = []
  for (const task of tasks.toSorted((a, b) => a.at - b.at || b.ended - a.ended))
    if (task.at >= (outer.at(-1)?.ended ?? Number.NEGATIVE_INFINITY)) outer.push(task)
  return outer
}

/** The mark that a page sets in the frame in which the awaited element appears. */
export const REACHED = 'reached'

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
  const marked = events.findLast(({ name }) => name === REACHED)
  // Leave out the spare process that the browser keeps ready for the next page.
  const isOwn = (event: TraceEvent) =>
    main.has(threadOf(event)) && (marked === undefined || threadOf(event) === threadOf(marked))
  const own = events.filter(isOwn)
  const tasks = own
    .filter(({ name }) => name.endsWith('RunTask'))
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      at: ts / 1_000,
      ended: (ts + dur) / 1_000,
      processorMs: tdur / 1_000,
    }))
  if (tasks.length === 0) throw new Error('the browser traced no task')
  const times = (which: (event: TraceEvent) => boolean) =>
    own.filter(which).map(({ ts }) => ts / 1_000)
  return {
    tasks: outermost(tasks),
    at: (mark) => Math.max(...times(({ name }) => name === mark)),
    navigated: Math.min(...times(isNavigation)),
  }
}

const isNavigation = ({ name, args }: TraceEvent) =>
  name === 'navigationStart' && String(args?.data?.documentLoaderURL).startsWith('http')

/**
 * Name of the function that the page calls at its first paint and once it can be used. Polling the
 * page instead would cost a sixth of the bare stack's start time.
 */
const REPORT = 'reportToBench'

/**
 * Processor time of a page's main thread from its navigation until the page could be used, on a
 * phone slower by the given factor (ms).
 */
export interface StartCost {
  readonly total: number
  /** The time that tasks took beyond 50 ms each after the first paint. */
  readonly blocking: number
  readonly longest: number
}

const LONG_MS = 50
const DEADLINE_MS = 60_000

/**
 * Script that sets the mark in the first frame that shows the element, so that the whole task of
 * that frame is counted, with its paint. Looks once a frame, when styles and layout are computed
 * anyway. Written as text, because tsx rewrites named functions.
 */
const markUsable = (selector: string) => `{
  let isDue = false
  const look = () => {
    isDue = false
    if (!document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) return
    watching.disconnect()
    performance.mark('${REACHED}')
    setTimeout(() => ${REPORT}('${REACHED}'))
  }
  const watching = new MutationObserver(() => {
    if (!isDue) requestAnimationFrame(look)
    isDue = true
  })
  watching.observe(document, { subtree: true, childList: true })
  new PerformanceObserver((painted) => {
    for (const { name } of painted.getEntries()) ${REPORT}(name)
  }).observe({ type: 'paint', buffered: true })
}`

/**
 * Opens an address and counts the main thread's processor time until an element can be used.
 * @param slower how many times slower the phone is than this machine
 */
export async function costOfStart(
  page: Page,
  address: string,
  usable: string,
  slower: number,
): Promise<StartCost> {
  await page.addInitScript(markUsable(usable))
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: REPORT })
  const { tasks, at, navigated } = await traceMainThread(page, async () => {
    const missing = new Set([REACHED, 'first-contentful-paint'])
    const complete = new Promise<void>((resolve) =>
      session.on('Runtime.bindingCalled', ({ name, payload }) => {
        if (name === REPORT && missing.delete(payload) && missing.size === 0) resolve()
      }),
    )
    await page.goto(address, { waitUntil: 'commit' })
    await withDeadline(complete, DEADLINE_MS, () => {
      throw new Error(`${address} could not be used in time`)
    })
  })
  const [painted, until] = [at('firstContentfulPaint'), at(REACHED)]
  if (![navigated, painted, until].every(Number.isFinite))
    throw new Error(`the trace of ${address} lacks marks: ${[navigated, painted, until].join()}`)
  const counted = tasks.filter(({ at: began }) => began >= navigated && began <= until)
  const long = counted
    .filter(({ at: began }) => began >= painted)
    .map(({ processorMs }) => processorMs * slower)
  return {
    total: counted.reduce((sum, { processorMs }) => sum + processorMs * slower, 0),
    blocking: long.reduce((sum, ms) => sum + Math.max(0, ms - LONG_MS), 0),
    longest: Math.max(...counted.map(({ processorMs }) => processorMs * slower)),
  }
}
