import { spawn } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { findBrowser } from './find-browser'

/** All checks, cheapest first. Each is an npm script and can be run separately; those of one line leave each other room and run together. */
const CHECKS = [
  ['lint', 'types', 'build'],
  ['test:unit'],
  ['test:e2e'],
  ['test:firefox', 'audit'],
  ['test:webkit'],
] as const satisfies readonly (readonly string[])[]

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

/** Runs an npm script. What the first of a line prints is shown at once, what others print when they have ended. Returns whether it passed. */
async function run(check: string, isFirst: boolean, env: NodeJS.ProcessEnv): Promise<boolean> {
  const title = `\n$ npm run ${check}\n`
  if (isFirst) process.stdout.write(title)
  const child = spawn('npm', ['run', '--silent', check], {
    stdio: isFirst ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    env,
    shell: process.platform === 'win32',
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk))
  const status = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (!isFirst) process.stdout.write(Buffer.concat([Buffer.from(title), ...printed]))
  return status === 0
}

try {
  const started = Date.now()
  const env = { ...process.env, CHROMIUM_PATH: findBrowser(), TMPDIR: temporaryFolder() }
  for (const checks of CHECKS) {
    const passed = await Promise.all(checks.map((check, index) => run(check, index === 0, env)))
    if (passed.includes(false)) process.exit(1)
  }
  process.stdout.write(`\nAll checks passed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
} catch (reason) {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exitCode = 1
}
