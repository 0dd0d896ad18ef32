import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeFailures, type FailedTest, failedTests } from './failed-tests'
import { findBrowser } from './find-browser'
import { measureForRun } from './machine'
import { temporaryFolder } from './temporary-folder'

/**
 * npm scripts in groups, cheapest first. Each script can be run separately. The scripts of a group
 * run side by side, because none of the scripts that share a group keeps all cores busy.
 */
const CHECKS = [
  ['lint', 'types', 'build'],
  ['test:unit'],
  ['test:e2e'],
  ['test:firefox'],
  ['test:webkit'],
]
/**
 * The checks that otherwise run only on SQLite. They play fewer schedules, because each schedule
 * takes several times longer on PostgreSQL.
 */
const ON_POSTGRES = [
  ['test:unit -- --project schedules --project server'],
  ['test:e2e -- tests/e2e/faults journeys/setup journeys/import journeys/print'],
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

function readFailures(file: string): FailedTest[] {
  try {
    return failedTests(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The check is no test runner, or its runner failed before the first test.
    return []
  }
}

interface Outcome {
  readonly code: number
  /** The last lines of the run, which say what failed. */
  readonly summary: readonly string[]
}

/**
 * Runs one check. With `live`, shows its output as it arrives; otherwise shows the whole output at
 * the end, so that the outputs of checks that run side by side do not mix.
 */
async function run(check: string, env: NodeJS.ProcessEnv, live: boolean): Promise<Outcome> {
  const title = `\n$ npm run ${check}\n`
  if (live) process.stdout.write(title)
  const file = join(reports, `${check.replaceAll(/\W+/g, '-')}.json`)
  const { args, env: own } = reporting(check, file)
  const child = spawn('npm', ['run', '--silent', ...check.split(' '), ...args], {
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...own },
    shell: process.platform === 'win32',
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (part: Buffer) => output.push(part))
  child.stderr?.on('data', (part: Buffer) => output.push(part))
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 1))
  })
  if (!live) process.stdout.write(Buffer.concat([Buffer.from(title), ...output]))
  return { code, summary: code === 0 ? [] : describeFailures(check, readFailures(file)) }
}

const started = Date.now()
const onPostgres = process.argv[2] === 'postgres'
const engine = onPostgres ? { ENGINE: 'postgres', SCHEDULES: process.env.SCHEDULES ?? '2000' } : {}
try {
  await measureForRun()
  const env = { ...process.env, ...engine, CHROMIUM_PATH: findBrowser(), TMPDIR: temporaryFolder() }
  for (const group of onPostgres ? ON_POSTGRES : CHECKS) {
    const outcomes = await Promise.all(group.map((check) => run(check, env, group.length === 1)))
    const failed = outcomes.filter(({ code }) => code !== 0)
    for (const { summary } of failed) process.stdout.write(`\n${summary.join('\n')}\n`)
    process.exitCode = failed[0]?.code ?? 0
    if (failed.length > 0) break
  }
  if (process.exitCode === 0)
    process.stdout.write(`\nAll checks passed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
} catch (reason) {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
