import { spawn } from 'node:child_process'
import { findBrowser } from './find-browser'

/** All checks, cheapest first. Each is an npm script and can be run separately; those of one line leave each other room and run together. */
const CHECKS = [
  ['lint', 'types', 'build'],
  ['test:unit'],
  ['test:e2e'],
  ['test:firefox', 'audit'],
] as const satisfies readonly (readonly string[])[]

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
  const env = { ...process.env, CHROMIUM_PATH: findBrowser() }
  for (const checks of CHECKS) {
    const passed = await Promise.all(checks.map((check, index) => run(check, index === 0, env)))
    if (passed.includes(false)) process.exit(1)
  }
  process.stdout.write(`\nAll checks passed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
} catch (reason) {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exitCode = 1
}
