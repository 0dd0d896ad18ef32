import { spawnSync } from 'node:child_process'
import { findFirefox } from './find-firefox'

const firefox = findFirefox()
if ('missing' in firefox) {
  process.stdout.write(`Skipped: ${firefox.missing}.\n`)
} else {
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'playwright.firefox.config.ts',
    ...process.argv.slice(2),
  ]
  const env = { ...process.env, FIREFOX_PATH: firefox.path }
  process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit', env }).status ?? 1
}
