import { existsSync } from 'node:fs'

const KNOWN_PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** Returns an ordinary Firefox; null if there is none. `FIREFOX_PATH` overrides its path. */
export function findFirefox(): string | null {
  return [process.env.FIREFOX_PATH, ...KNOWN_PLACES].find((place) => place !== undefined && existsSync(place)) ?? null
}
