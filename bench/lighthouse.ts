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

// Runs Lighthouse for mobile on the screens that people open first, each on a phone without cached
// data. Shows the median of several runs, because a single one may be off by ten points.

const RUNS = 5
const VERSION = '13.5.0'
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
    categories: v.object({ performance: v.object({ score: v.nullable(v.number()) }) }),
    audits: v.record(v.string(), v.object({ displayValue: v.optional(v.string()) })),
  }),
})
type Report = v.InferOutput<typeof resultSchema>['lhr']

/** Installs Lighthouse outside the project, because none of its many packages belongs to the app. */
async function loadLighthouse(): Promise<(url: string, flags: object) => Promise<unknown>> {
  const directory = join(tmpdir(), `geekquest-lighthouse-${VERSION}`)
  const entry = join(directory, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    process.stdout.write('Installing Lighthouse…\n')
    mkdirSync(directory, { recursive: true })
    const wanted = { private: true, dependencies: { lighthouse: VERSION } }
    writeFileSync(join(directory, 'package.json'), JSON.stringify(wanted))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], {
      cwd: directory,
      stdio: 'inherit',
    })
  }
  const loaded: { default: (url: string, flags: object) => Promise<unknown> } = await import(
    pathToFileURL(entry).href
  )
  return loaded.default
}

/** Deletes everything stored on the phone except the session cookie, without opening a page of the app. */
async function forgetVisits(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  const storageTypes = 'cache_storage,service_workers,indexeddb,local_storage'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await page.close()
}

const percentOf = ({ categories }: Report) => Math.round(100 * (categories.performance.score ?? 0))
const describe = (lhr: Report) =>
  `${percentOf(lhr)}; ${METRICS.map((id) => lhr.audits[id]?.displayValue ?? '–').join(', ')}`
/** The board may be further below the floor, because it shows more at once. */
const maxPointsBelow = (what: string) => (what === 'board' ? 5 : 3)

/** Returns the report with the median performance score. */
function middle(reports: readonly Report[]): Report {
  const lhr = reports.toSorted((a, b) => percentOf(a) - percentOf(b))[
    Math.floor(reports.length / 2)
  ]
  if (lhr === undefined) throw new Error('nothing was measured')
  return lhr
}

function resultRow(what: string, own: readonly Report[], floor: readonly Report[]): Row {
  const [ownMiddle, floorMiddle] = [middle(own), middle(floor)]
  const below = percentOf(floorMiddle) - percentOf(ownMiddle)
  return {
    what,
    measured: `${describe(ownMiddle)} (runs: ${own.map(percentOf).join(' ')})`,
    floor: describe(floorMiddle),
    ratio: `${below} points below`,
    goal: `at most ${maxPointsBelow(what)} points below`,
    verdict: below <= maxPointsBelow(what) ? 'met' : 'missed',
  }
}

const lighthouse = await loadLighthouse()
const game = await startGame('lighthouse', { large: true })
const bare = await startBareStack()
const phone = createPhone(game.url)
const port = await freePort()
try {
  const people = createPeople(game)
  /**
   * Runs Lighthouse in its own browser, as its command does: in a shared browser its profiler also
   * walks the heap of earlier pages, and counts 0.1 s or more of that as this page's blocking time.
   */
  async function runOnce(origin: string, path: string): Promise<Report> {
    // The phone's viewport does not matter here, because Lighthouse emulates its own.
    const context = await phone.start(`--remote-debugging-port=${port}`)
    try {
      await forgetVisits(context, origin)
      const flags = {
        port,
        onlyCategories: ['performance'],
        disableStorageReset: true,
        logLevel: 'error',
      }
      const { lhr } = v.parse(resultSchema, await lighthouse(`${origin}${path}`, flags))
      if (lhr.runtimeError !== undefined) throw new Error(`${path}: ${lhr.runtimeError.message}`)
      if (new URL(lhr.finalDisplayedUrl).pathname !== path)
        throw new Error(`${path} led on to ${lhr.finalDisplayedUrl}`)
      return lhr
    } finally {
      await context.close()
    }
  }
  /** Runs Lighthouse, and once more if the browser recorded no trace of the page. */
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
  /** Measures the screens in turn with the floor, so that a disturbance of the machine affects all. */
  async function measure(
    ...screens: readonly (readonly [what: string, path: string])[]
  ): Promise<void> {
    const floor: Report[] = []
    const measured = screens.map(([what, path]) => ({ what, path, own: [] as Report[] }))
    for (let turn = 1; turn <= RUNS; turn++) {
      floor.push(await run(bare.url, '/'))
      for (const { path, own } of measured) own.push(await run(game.url, path))
      const points = measured.map(
        ({ what, own }) => `${what} ${own.slice(-1).map(percentOf).join('')}`,
      )
      process.stdout.write(
        `${turn} of ${RUNS}: ${points.join(', ')}, floor ${floor.slice(-1).map(percentOf).join('')}\n`,
      )
    }
    report(
      'lighthouse',
      measured.map(({ what, own }) => resultRow(what, own, floor)),
    )
  }
  // An argument limits the run to one signed-in screen: `bench/lighthouse.ts board`.
  const [only] = process.argv.slice(2)
  if (only === undefined)
    await measure(['landing', '/'], ['sign-in', '/auth/login'], ['terms', '/uvijeti'])
  for (const [nickname, what, path] of [
    ['piksel', 'card', '/player'],
    ['anacos', 'board', '/vendor'],
  ] as const) {
    if (only !== undefined && only !== what) continue
    await signIn(nickname)
    await measure([what, path])
  }
} finally {
  bare.stop()
  await game.stop()
  phone.discard()
}
