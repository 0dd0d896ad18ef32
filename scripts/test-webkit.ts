import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { measureForRun } from './machine'

/** The browser's path on Debian and on Fedora. */
const BROWSERS = [
  `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
  '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
]
/**
 * The driver, and programs that start a display and a session bus for the browser, which has no
 * headless mode.
 */
const PROGRAMS = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/dbus-run-session']

/**
 * Returns WebKitGTK's browser, if everything that drives it is installed as well; else null.
 * `MINIBROWSER_PATH` overrides its path.
 */
function findWebKit(): string | null {
  if (!PROGRAMS.every((program) => existsSync(program))) return null
  return (
    [process.env.MINIBROWSER_PATH, ...BROWSERS].find(
      (place) => place !== undefined && existsSync(place),
    ) ?? null
  )
}

const browser = findWebKit()
if (browser === null) {
  process.stdout.write(
    'Skipped: no WebKitGTK was found (Debian: apt-get install webkit2gtk-driver xvfb xauth dbus).\n',
  )
} else {
  await measureForRun()
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--project=webkit']
  const command = [
    '--',
    'xvfb-run',
    '-a',
    process.execPath,
    ...playwright,
    ...process.argv.slice(2),
  ]
  const env = {
    ...process.env,
    MINIBROWSER_PATH: browser,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // The browser's sandbox needs user namespaces, which root and containers do not have.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    // Start no daemons for accessibility, which no journey needs.
    NO_AT_BRIDGE: '1',
  }
  process.exitCode = spawnSync('dbus-run-session', command, { stdio: 'inherit', env }).status ?? 1
}
