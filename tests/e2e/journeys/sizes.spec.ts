import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { untilAppRuns } from '../support/app-running'
import { expect, test } from '../support/journey'

const KB = 1_000
const SITE = join(process.env.BUILD_UNDER_TEST ?? '', 'public')
const ASSETS = join(SITE, 'assets')
/** Budgets for the scripts of a first visit (bytes, compressed). */
const FIRST_VISITS = [
  ['/auth/login', 'Prijava', 110.4 * KB],
  ['/auth/register', 'Registracija', 116 * KB],
] as const
/** It delivers all that waits: awards, scans and a team's copies. 1.6 kB of it are the names and hashes of the files that it keeps. */
const WORKER_BUDGET = 15.2 * KB
/**
 * Budgets for the scripts that players and booths can load, without the QR decoder, and for those of the organiser's screens, which nobody
 * else loads, without what reads spreadsheets (bytes, compressed).
 */
const ALL_BUDGETS = [
  ['players and booths', (name: string) => !/^(decoder-worker|organiser)-/.test(name), 241 * KB],
  ['the organiser', (name: string) => /^organiser-(?!spreadsheets-|guide-)/.test(name), 40 * KB],
  // Read-excel-file, csv-parse and write-excel-file.
  ['spreadsheets', (name: string) => name.startsWith('organiser-spreadsheets-'), 43 * KB],
] as const
/** What registers the worker is loaded once the page is idle. */
const WHEN_IDLE = /workbox-window/

for (const [path, heading, budget] of FIRST_VISITS) {
  test(`the scripts that ${path} loads fit their budget`, async ({ page }) => {
    // The worker fetches the whole app, but nobody waits for that.
    await page.context().route('**/sw.js', (route) => route.abort())
    const sizes: [string, Promise<number>][] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script' || WHEN_IDLE.test(request.url())) return
      sizes.push([new URL(request.url()).pathname, request.sizes().then(({ responseBodySize }) => responseBodySize)])
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await untilAppRuns(page)
    // Until half a second brings no more.
    const counts: number[] = []
    await expect.poll(() => counts.push(sizes.length) > 1 && counts.at(-1) === counts.at(-2), { intervals: [500] }).toBe(true)
    const measured = await Promise.all(sizes.map(async ([file, size]) => [file, await size] as const))
    const total = measured.reduce((sum, [, size]) => sum + size, 0)
    process.stdout.write(`scripts of ${path}: ${(total / KB).toFixed(1)} kB of ${budget / KB} kB\n`)
    for (const [file, size] of measured.toSorted((a, b) => b[1] - a[1])) process.stdout.write(`  ${size}  ${file}\n`)
    expect(measured.length).toBeGreaterThan(1)
    expect(total).toBeLessThanOrEqual(budget)
  })
}

for (const [whose, belongs, budget] of ALL_BUDGETS) {
  test(`all scripts of ${whose} fit their budget`, () => {
    const files = readdirSync(ASSETS)
    const scripts = files.filter((name) => name.endsWith('.js') && belongs(name))
    const onTheWire = scripts.map((name) => statSync(join(ASSETS, files.includes(`${name}.br`) ? `${name}.br` : name)).size)
    const total = onTheWire.reduce((sum, size) => sum + size, 0)
    process.stdout.write(`all ${scripts.length} scripts of ${whose}: ${(total / KB).toFixed(1)} kB of ${budget / KB} kB\n`)
    expect(scripts.length).toBeGreaterThan(0)
    expect(total).toBeLessThanOrEqual(budget)
  })
}

test('the worker fits its budget', () => {
  const { size } = statSync(join(SITE, 'sw.js.br'))
  process.stdout.write(`the worker: ${(size / KB).toFixed(1)} kB of ${WORKER_BUDGET / KB} kB\n`)
  expect(size).toBeLessThanOrEqual(WORKER_BUDGET)
})

test('no phone keeps the code of the control room for a start without a network', () => {
  const controlRoom = readdirSync(ASSETS).filter((name) => /^organiser-.*\.js$/.test(name))
  // The screens, what reads and writes spreadsheets, and the guide.
  expect(controlRoom).toHaveLength(3)
  const worker = readFileSync(join(SITE, 'sw.js'), 'utf8')
  expect(worker).toContain('assets/game-')
  expect(worker).not.toContain('assets/organiser-')
})
