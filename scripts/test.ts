import { spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { findBrowser } from './find-browser'

/** npm scripts with their arguments, cheapest first. Each can be run separately. */
const CHECKS = ['lint', 'types', 'build', 'test:unit', 'test:e2e', 'test:firefox', 'test:webkit']
/** What the checks play on SQLite alone, on PostgreSQL: fewer schedules, because each takes several times as long. */
const ON_POSTGRES = [
  'test:unit -- --project schedules --project server',
  'test:e2e -- tests/e2e/faults journeys/setup journeys/import journeys/print',
]

/**
 * Where checks put databases and profiles: in memory on a machine that has plenty. Creating and deleting thousands of small files on
 * a disk takes a fifth of the server's tests.
 */
function temporaryFolder(): string {
  const inMemory = '/dev/shm'
  const LEAST_BYTES = 4 * 1024 ** 3
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= LEAST_BYTES ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const started = Date.now()
const onPostgres = process.argv[2] === 'postgres'
const engine = onPostgres ? { ENGINE: 'postgres', SCHEDULES: process.env.SCHEDULES ?? '2000' } : {}
try {
  const env = { ...process.env, ...engine, CHROMIUM_PATH: findBrowser(), TMPDIR: temporaryFolder() }
  for (const check of onPostgres ? ON_POSTGRES : CHECKS) {
    process.stdout.write(`\n$ npm run ${check}\n`)
    const { status } = spawnSync('npm', ['run', '--silent', ...check.split(' ')], {
      stdio: 'inherit',
      env,
      shell: process.platform === 'win32',
    })
    if (status !== 0) process.exit(status ?? 1)
  }
  process.stdout.write(`\nAll checks passed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
} catch (reason) {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exitCode = 1
}
