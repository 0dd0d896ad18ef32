import { existsSync } from 'node:fs'

const KNOWN_PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** A Firefox as its users have it; null where there is none. `FIREFOX_PATH` names another place. */
export function findFirefox(): string | null {
  return [process.env.FIREFOX_PATH, ...KNOWN_PLACES].find((place) => place !== undefined && existsSync(place)) ?? null
}
