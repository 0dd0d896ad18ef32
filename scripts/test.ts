import { spawnSync } from 'node:child_process'
import { findBrowser } from './find-browser'

/** All checks, cheapest first. Each is an npm script and can be run separately. */
const CHECKS = ['lint', 'types', 'test:unit', 'build', 'test:e2e', 'test:firefox', 'audit'] as const

function run(check: string, env: NodeJS.ProcessEnv): void {
  process.stdout.write(`\n$ npm run ${check}\n`)
  const { status } = spawnSync('npm', ['run', '--silent', check], { stdio: 'inherit', env, shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

try {
  const started = Date.now()
  const env = { ...process.env, CHROMIUM_PATH: findBrowser() }
  for (const check of CHECKS) run(check, env)
  process.stdout.write(`\nAll checks passed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
} catch (reason) {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exitCode = 1
}
