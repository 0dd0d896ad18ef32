import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { measureForRun } from './machine'

const KNOWN_PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/**
 * The first version that supports everything that Playwright uses of WebDriver BiDi
 * (`network.addDataCollector`).
 */
const MIN_VERSION = 143

/**
 * Returns the path of an installed Firefox, or says what is missing. `FIREFOX_PATH` overrides the
 * path.
 */
function findFirefox(): { readonly path: string } | { readonly missing: string } {
  const path = [process.env.FIREFOX_PATH, ...KNOWN_PLACES].find(
    (place) => place !== undefined && existsSync(place),
  )
  if (path === undefined)
    return {
      missing:
        'no Firefox was found (Debian: apt-get install firefox-esr; elsewhere set FIREFOX_PATH)',
    }
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
  if (Number(/\d+/.exec(version)?.[0]) >= MIN_VERSION) return { path }
  return { missing: `${version} is too old for Playwright, which needs ${MIN_VERSION} or newer` }
}

const firefox = findFirefox()
if ('missing' in firefox) {
  process.stdout.write(`Skipped: ${firefox.missing}.\n`)
} else {
  await measureForRun()
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--project=firefox',
    ...process.argv.slice(2),
  ]
  const env = { ...process.env, FIREFOX_PATH: firefox.path }
  process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit', env }).status ?? 1
}
