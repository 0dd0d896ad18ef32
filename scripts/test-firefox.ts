import { spawnSync } from 'node:child_process'
import { findFirefox } from './find-firefox'

const firefox = findFirefox()
if (firefox === null) {
  process.stdout.write('Skipped: no Firefox was found (Debian: apt-get install firefox-esr; elsewhere set FIREFOX_PATH).\n')
} else {
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'playwright.firefox.config.ts',
    ...process.argv.slice(2),
  ]
  const env = { ...process.env, FIREFOX_PATH: firefox }
  process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit', env }).status ?? 1
}
