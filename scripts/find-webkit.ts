import { existsSync } from 'node:fs'

/** Debian, Fedora. */
const BROWSERS = [
  `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
  '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
]
/** A display and a session bus are started for the browser, which has no mode without windows. */
const PROGRAMS = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/dbus-run-session']

/** Returns WebKitGTK's browser, if everything that drives it is installed as well; else null. `MINIBROWSER_PATH` overrides its path. */
export function findWebKit(): string | null {
  if (!PROGRAMS.every((program) => existsSync(program))) return null
  return [process.env.MINIBROWSER_PATH, ...BROWSERS].find((place) => place !== undefined && existsSync(place)) ?? null
}
