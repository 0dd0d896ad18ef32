import { spawnSync } from 'node:child_process'
import { findWebKit } from './find-webkit'

const browser = findWebKit()
if (browser === null) {
  process.stdout.write('Skipped: no WebKitGTK was found (Debian: apt-get install webkit2gtk-driver xvfb xauth dbus).\n')
} else {
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'playwright.webkit.config.ts']
  const command = ['--', 'xvfb-run', '-a', process.execPath, ...playwright, ...process.argv.slice(2)]
  const env = {
    ...process.env,
    MINIBROWSER_PATH: browser,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Its sandbox needs user namespaces, which root and containers do not have.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    // Without accessibility no further daemons are started.
    NO_AT_BRIDGE: '1',
  }
  process.exitCode = spawnSync('dbus-run-session', command, { stdio: 'inherit', env }).status ?? 1
}
