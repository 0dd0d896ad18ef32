import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import * as v from 'valibot'
import { freePort } from '../scripts/free-port'
import { createPeople } from '../tests/e2e/support/people'
import { startBareStack } from './first-load'
import { createPhone, startGame } from './phone'
import { type Row, report } from './report/row'

/**
 * Lighthouse for mobile, on the screens that people open first; each on a phone without any cached data. Shows the median
 * of several runs, because a single one may be off by ten points.
 */
const RUNS = 5
const VERSION = '13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

const resultSchema = v.object({
  lhr: v.object({
    runtimeError: v.optional(v.object({ message: v.string() })),
    finalDisplayedUrl: v.string(),
    categories: v.record(
      v.string(),
      v.object({ score: v.nullable(v.number()), auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })) }),
    ),
    audits: v.record(
      v.string(),
      v.object({
        title: v.string(),
        score: v.nullable(v.number()),
        displayValue: v.optional(v.string()),
        numericValue: v.optional(v.number()),
      }),
    ),
  }),
})
type Report = v.InferOutput<typeof resultSchema>['lhr']

/** Installed next to the project, not into it: none of its many packages belongs to the app. */
async function loadLighthouse(): Promise<(url: string, flags: object) => Promise<unknown>> {
  const directory = join(tmpdir(), `geekquest-lighthouse-${VERSION}`)
  const entry = join(directory, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    process.stdout.write('Installing Lighthouse…\n')
    mkdirSync(directory, { recursive: true })
    const wanted = { private: true, dependencies: { lighthouse: VERSION } }
    writeFileSync(join(directory, 'package.json'), JSON.stringify(wanted))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: directory, stdio: 'inherit' })
  }
  const loaded: { default: (url: string, flags: object) => Promise<unknown> } = await import(pathToFileURL(entry).href)
  return loaded.default
}

/** Deletes everything stored on the phone except the session cookie. No page of the app is opened for it. */
async function forgetVisits(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  const storageTypes = 'cache_storage,service_workers,indexeddb,local_storage'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await page.close()
}

const percent = (score: number | null | undefined) => (score == null ? '–' : String(Math.round(score * 100)))

const performanceOf = ({ categories }: Report) => categories.performance?.score ?? 0

function printAudits(what: string, { audits, categories }: Report): void {
  for (const { auditRefs } of Object.values(categories)) {
    for (const { id, weight } of auditRefs) {
      const audit = audits[id]
      if (weight === 0 || audit?.score == null || audit.score >= 0.9 || METRICS.includes(id)) continue
      process.stdout.write(`${what}: ${id}: ${audit.title} ${audit.displayValue ?? ''}\n`)
    }
  }
}

const metric = ({ audits }: Report, id: string) => audits[id]?.numericValue ?? Number.NaN

interface Goal {
  /** A public screen: its largest paint against its first. */
  readonly paints?: true
  /** A signed-in screen: how long it blocks, against the floor. */
  readonly blocks?: true
}

const MOST_POINTS_BELOW = 3
const LARGEST_TO_FIRST = 1.1
const BLOCKING_TO_FLOOR = 1.3

/** The ratio that a screen's goal is about, and whether it is met. */
function compare(
  goal: Goal,
  own: Report,
  floor: Report,
): { readonly ratio: string; readonly isMet: boolean; readonly goal: string } {
  const below = Math.round(100 * (performanceOf(floor) - performanceOf(own)))
  const paints = metric(own, 'largest-contentful-paint') / metric(own, 'first-contentful-paint')
  // No ratio, because the floor may not block at all.
  const [blocking, floorBlocking] = [metric(own, 'total-blocking-time'), metric(floor, 'total-blocking-time')]
  const parts = [
    { text: `${below} points below`, limit: `at most ${MOST_POINTS_BELOW} points below`, isMet: below <= MOST_POINTS_BELOW },
    ...(goal.paints === true
      ? [{ text: `largest paint ${paints.toFixed(2)}`, limit: `at most ${LARGEST_TO_FIRST}`, isMet: paints <= LARGEST_TO_FIRST }]
      : []),
    ...(goal.blocks === true
      ? [
          {
            text: `blocking ${blocking.toFixed(0)} against ${floorBlocking.toFixed(0)} ms`,
            limit: `at most ${BLOCKING_TO_FLOOR} times the floor's blocking`,
            isMet: blocking <= BLOCKING_TO_FLOOR * floorBlocking,
          },
        ]
      : []),
  ]
  return {
    ratio: parts.map(({ text }) => text).join(', '),
    goal: parts.map(({ limit }) => limit).join(', '),
    isMet: parts.every(({ isMet }) => isMet),
  }
}

/** The scores of which each screen must have 100, if they have it, in one word. */
function describe(lhr: Report): string {
  const others = CATEGORIES.slice(1).map((category) => `${category} ${percent(lhr.categories[category]?.score)}`)
  const scores = others.every((one) => one.endsWith(' 100')) ? 'others 100' : others.join(', ')
  return `${percent(performanceOf(lhr))}, ${scores}; ${METRICS.map((id) => lhr.audits[id]?.displayValue ?? '–').join(', ')}`
}

/** The run in the middle by its performance score. */
function middle(reports: readonly Report[]): Report {
  const lhr = reports.toSorted((a, b) => performanceOf(a) - performanceOf(b))[Math.floor(reports.length / 2)]
  if (lhr === undefined) throw new Error('nothing was measured')
  return lhr
}

function resultRow(what: string, goal: Goal, own: readonly Report[], floor: readonly Report[]): Row {
  const [ownMiddle, floorMiddle] = [middle(own), middle(floor)]
  printAudits(what, ownMiddle)
  const { isMet, ...compared } = compare(goal, ownMiddle, floorMiddle)
  const performances = own.map((one) => percent(performanceOf(one))).join(' ')
  return {
    what,
    measured: `${describe(ownMiddle)} (runs: ${performances})`,
    floor: describe(floorMiddle),
    ...compared,
    verdict: isMet ? 'met' : 'missed',
  }
}

const lighthouse = await loadLighthouse()
const game = await startGame('lighthouse', { demo: 'large' })
const bare = await startBareStack()
const phone = createPhone(game.url)
const port = await freePort()
try {
  const people = createPeople(game)
  const rows: Row[] = []
  /**
   * Each run has a browser of its own, as Lighthouse's own command has: its profiler walks through what earlier pages left in the
   * renderer's heap, and counted a tenth of a second and more of that as the page's blocking.
   */
  async function runOnce(origin: string, path: string): Promise<Report> {
    // Without an emulated viewport: Lighthouse sets its own.
    const context = await phone.start(`--remote-debugging-port=${port}`)
    try {
      await forgetVisits(context, origin)
      const flags = { port, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' }
      const { lhr } = v.parse(resultSchema, await lighthouse(`${origin}${path}`, flags))
      if (lhr.runtimeError !== undefined) throw new Error(`${path}: ${lhr.runtimeError.message}`)
      if (new URL(lhr.finalDisplayedUrl).pathname !== path) throw new Error(`${path} led on to ${lhr.finalDisplayedUrl}`)
      return lhr
    } finally {
      await context.close()
    }
  }
  /** Now and then the browser records no trace of the page, and Lighthouse asks to be run again. */
  async function run(origin: string, path: string): Promise<Report> {
    return await runOnce(origin, path).catch(async (reason: unknown) => {
      if (!String(reason).includes('NO_NAVSTART')) throw reason
      return await runOnce(origin, path)
    })
  }
  async function signIn(nickname: string): Promise<void> {
    const context = await phone.start()
    await context.clearCookies()
    await people.signIn(await context.newPage(), nickname)
    await context.close()
  }
  /** In turn with the floor, so that a disturbance of the machine meets all of them. */
  async function measure(...screens: readonly (readonly [what: string, path: string, goal: Goal])[]): Promise<void> {
    const floor: Report[] = []
    const measured = screens.map(([what, path, goal]) => ({ what, path, goal, own: [] as Report[] }))
    for (let turn = 1; turn <= RUNS; turn++) {
      floor.push(await run(bare.url, '/'))
      for (const { path, own } of measured) own.push(await run(game.url, path))
      process.stdout.write(`${screens.map(([what]) => what).join(', ')}: ${turn} of ${RUNS}\n`)
    }
    for (const { what, goal, own } of measured) rows.push(resultRow(what, goal, own, floor))
  }
  await measure(
    ['landing', '/', { paints: true }],
    ['sign-in', '/auth/login', { paints: true }],
    ['terms', '/uvijeti', { paints: true }],
  )
  await signIn('piksel')
  await measure(['card', '/player', { blocks: true }])
  await signIn('anacos')
  await measure(['board', '/vendor', { blocks: true }])
  report('lighthouse', rows)
} finally {
  bare.stop()
  await game.stop()
  phone.discard()
}
