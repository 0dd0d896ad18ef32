import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import * as v from 'valibot'
import { ensureBuild } from '../scripts/ensure-build'
import { freePort } from '../scripts/free-port'
import { callAs } from '../tests/e2e/support/call-as'
import { startGameProcess } from '../tests/e2e/support/game-process'
import { createPeople } from '../tests/e2e/support/people'
import { createPhone } from './phone'
import { report } from './report/report'
import type { Row } from './report/row'

/**
 * Lighthouse for mobile, on the screens that people open first; each on a phone without any cached data. Shows the median
 * of several runs, because a single one may be off by ten points.
 */
const RUNS = 5
const VERSION = '12.8.2'
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
      v.object({ title: v.string(), score: v.nullable(v.number()), displayValue: v.optional(v.string()) }),
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
    // The version of third-party-web that it asks for is not available everywhere.
    const wanted = { private: true, dependencies: { lighthouse: VERSION }, overrides: { 'third-party-web': '0.27.0' } }
    writeFileSync(join(directory, 'package.json'), JSON.stringify(wanted))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: directory, stdio: 'inherit' })
  }
  const loaded: { default: (url: string, flags: object) => Promise<unknown> } = await import(pathToFileURL(entry).href)
  return loaded.default
}

/** Deletes everything stored on the phone except the session cookie. */
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

function resultRow(what: string, lhr: Report | undefined, all: readonly Report[]): Row {
  if (lhr === undefined) throw new Error(`${what} was not measured`)
  if (lhr.runtimeError !== undefined) throw new Error(`${what}: ${lhr.runtimeError.message}`)
  printAudits(what, lhr)
  const scores = CATEGORIES.map((category) => `${category} ${percent(lhr.categories[category]?.score)}`)
  const metrics = METRICS.map((id) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`)
  const performances = all.map((one) => percent(performanceOf(one))).join(' ')
  const measured = `${scores.join(', ')}; ${metrics.join(', ')}; performance of each run ${performances}`
  return { what, measured, floor: '', ratio: '', goal: '', verdict: '' }
}

const lighthouse = await loadLighthouse()
process.env.BUILD_UNDER_TEST = ensureBuild()
const game = await startGameProcess('bench-lighthouse')
const phone = createPhone(game.url)
const port = await freePort()
try {
  const people = createPeople(game)
  // Without an emulated viewport: Lighthouse sets its own.
  const context = await phone.start(`--remote-debugging-port=${port}`)
  const rows: Row[] = []
  async function measure(what: string, path: string): Promise<void> {
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run++) {
      await forgetVisits(context, game.url)
      const flags = { port, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' }
      const { lhr } = v.parse(resultSchema, await lighthouse(`${game.url}${path}`, flags))
      if (new URL(lhr.finalDisplayedUrl).pathname !== path) throw new Error(`${what} led on to ${lhr.finalDisplayedUrl}`)
      reports.push(lhr)
    }
    const inOrder = reports.sort((a, b) => performanceOf(a) - performanceOf(b))
    rows.push(resultRow(what, inOrder[Math.floor(RUNS / 2)], inOrder))
  }
  await measure('landing', '/')
  await measure('sign-in', '/auth/login')
  await measure('terms', '/uvijeti')
  const page = await context.newPage()
  await people.signUp(page, 'kapetan')
  await callAs(page, 'createTeam', { team_name: 'Svjetionik' })
  await measure('card', '/player')
  await context.clearCookies()
  await people.signInStaff(page, 'iva')
  await page.close()
  await measure('board', '/vendor')
  await context.close()
  report('lighthouse', rows)
} finally {
  await game.stop()
  phone.discard()
}
