import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '../support/journey'

const KB = 1_000
const SITE = join(process.env.BUILD_UNDER_TEST ?? '', 'public')
const ASSETS = join(SITE, 'assets')
/** For each group of scripts: its name, the files in it, and its budget (bytes, compressed). */
const BUDGETS = [
  // Leaves out the QR decoders, which no start loads, and the organiser's scripts.
  [
    'players and booths',
    (name: string) => !/^((plain-)?decoder-worker|organiser)-/.test(name),
    256.5 * KB,
  ],
  ['the decoder without WebAssembly', (name: string) => /^plain-decoder/.test(name), 20 * KB],
  [
    'the organiser',
    (name: string) => /^organiser-(?!spreadsheets-|guide-|pages-)/.test(name),
    48 * KB,
  ],
  // The reader, which is a worker with csv-parse, fflate and saxen, and the writer with write-excel-file.
  ['spreadsheets', (name: string) => name.startsWith('organiser-spreadsheets-'), 46 * KB],
] as const
/**
 * The worker's budget (bytes, compressed). 1.7 kB of it are the names and hashes of the files that
 * the worker keeps.
 */
const WORKER_BUDGET = 17.4 * KB

test('all scripts of players and booths, of the organiser, and the worker fit their budgets', () => {
  const files = readdirSync(ASSETS)
  for (const [whose, belongs, budget] of BUDGETS) {
    const scripts = files.filter((name) => name.endsWith('.js') && belongs(name))
    const onTheWire = scripts.map(
      (name) => statSync(join(ASSETS, files.includes(`${name}.br`) ? `${name}.br` : name)).size,
    )
    const total = onTheWire.reduce((sum, size) => sum + size, 0)
    expect.soft(total, whose).toBeGreaterThan(0)
    expect.soft(total, whose).toBeLessThanOrEqual(budget)
  }
  // Compress the worker as the server does, which first writes hashes into it.
  const worker = brotliCompressSync(readFileSync(join(SITE, 'sw.js')))
  expect.soft(worker.length, 'the worker').toBeLessThanOrEqual(WORKER_BUDGET)
})

/**
 * For each start: the chunk of its screen, and the budget of all scripts that the page has loaded
 * then (bytes, compressed).
 */
const STARTS = [
  ['landing-page', 111 * KB],
  ['sign-in', 112 * KB],
  ['card', 180.5 * KB],
  ['booth', 182 * KB],
] as const

test('each start loads no more scripts than its budget allows', () => {
  const files = readdirSync(ASSETS)
  const scripts = files.filter((name) => name.endsWith('.js'))
  for (const [screen, budget] of STARTS) {
    const loaded = new Set<string>()
    const load = (name: string) => {
      if (loaded.has(name)) return
      loaded.add(name)
      const code = readFileSync(join(ASSETS, name), 'utf8')
      for (const [, imported = ''] of code.matchAll(/\b(?:import|from)"\.\/([^"]+\.js)"/g))
        load(imported)
    }
    for (const name of scripts)
      if (name.startsWith('index-') || name.startsWith(`${screen}-`)) load(name)
    const onTheWire = [...loaded].map(
      (name) => statSync(join(ASSETS, files.includes(`${name}.br`) ? `${name}.br` : name)).size,
    )
    const total = onTheWire.reduce((sum, size) => sum + size, 0)
    expect.soft(loaded.size, screen).toBeGreaterThan(3)
    expect.soft(total, `the start of ${screen}`).toBeLessThanOrEqual(budget)
  }
})

test('scripts that run at the start begin with the hint to compile them off the main thread', () => {
  const scripts = readdirSync(ASSETS).filter((name) =>
    /^(index|game|card|booth|forms|counts|values)-.*\.js$/.test(name),
  )
  expect(scripts).toHaveLength(7)
  for (const name of scripts)
    expect
      .soft(readFileSync(join(ASSETS, name), 'utf8'), name)
      .toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test('one build serves every host: no file of it contains a name that a server reads when it starts', () => {
  const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(html|js|json|webmanifest|svg)$/.test(name),
  )
  expect(files.length).toBeGreaterThan(10)
  for (const file of files)
    expect.soft(readFileSync(join(SITE, file), 'utf8'), file).not.toMatch(/GeekQuest|GeekClub/)
})

test('no phone keeps the code of the control room for a start without a network', () => {
  const controlRoom = readdirSync(ASSETS).filter((name) => /^organiser-.*\.js$/.test(name))
  // The screens, the spreadsheet writer, the worker that reads spreadsheets, the saved pages, and the guide.
  expect(controlRoom).toHaveLength(5)
  const worker = readFileSync(join(SITE, 'sw.js'), 'utf8')
  expect(worker).toContain('assets/game-')
  expect(worker).not.toContain('assets/organiser-')
})
