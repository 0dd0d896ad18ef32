import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrokenPromise, brokenPromises, describeBroken } from './broken-promises'
import { findBrowser } from './find-browser'
import { measureForRun } from './machine'
import { temporaryFolder } from './temporary-folder'

/** npm scripts with their arguments, cheapest first. Each can be run separately. */
const CHECKS = ['lint', 'types', 'build', 'test:unit', 'test:e2e', 'test:firefox', 'test:webkit']
/**
 * The checks that otherwise run on SQLite alone. Fewer schedules, because each takes several times
 * longer on PostgreSQL.
 */
const ON_POSTGRES = [
  'test:unit -- --project schedules --project server',
  'test:e2e -- tests/e2e/faults journeys/setup journeys/import journeys/print',
]

const reports = mkdtempSync(join(tmpdir(), 'geekquest-reports-'))

/** Options that make each runner also write its failures to a file. */
function reporting(
  check: string,
  file: string,
): { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  if (!check.startsWith('test:')) return { args: [], env: {} }
  const onward = check.includes(' -- ') ? [] : ['--']
  if (check.startsWith('test:unit')) {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return { args: [...onward, ...reporters, '--includeTaskLocation'], env: {} }
  }
  return { args: [...onward, '--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } }
}

function readBroken(file: string): BrokenPromise[] {
  try {
    return brokenPromises(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Not a test runner, or it failed before a test began.
    return []
  }
}

/** Runs one check; returns its exit code. */
function run(check: string, env: NodeJS.ProcessEnv): number {
  process.stdout.write(`\n$ npm run ${check}\n`)
  const file = join(reports, `${check.replaceAll(/\W+/g, '-')}.json`)
  const { args, env: own } = reporting(check, file)
  const { status } = spawnSync('npm', ['run', '--silent', ...check.split(' '), ...args], {
    stdio: 'inherit',
    env: { ...env, ...own },
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    process.stdout.write(`\n${describeBroken(check, readBroken(file)).join('\n')}\n`)
  return status ?? 1
}

const started = Date.now()
const onPostgres = process.argv[2] === 'postgres'
const engine = onPostgres ? { ENGINE: 'postgres', SCHEDULES: process.env.SCHEDULES ?? '2000' } : {}
try {
  await measureForRun()
  const env = { ...process.env, ...engine, CHROMIUM_PATH: findBrowser(), TMPDIR: temporaryFolder() }
  for (const check of onPostgres ? ON_POSTGRES : CHECKS) {
    process.exitCode = run(check, env)
    if (process.exitCode !== 0) break
  }
  if (process.exitCode === 0)
    process.stdout.write(`\nAll checks passed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
} catch (reason) {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
