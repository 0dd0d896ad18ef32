import { parseReturnPlace } from './places'

const KEY = 'geek-return'
/** As long as a visitor may take to fetch their phone, find the SMS and open its link, in ms. */
const LIFETIME_MS = 30 * 60_000

/** Keeps where a visitor was going, for the link from the SMS, which opens a page that knows nothing of this one. */
export function rememberPlace(place: string): void {
  localStorage.setItem(KEY, JSON.stringify({ place, at: Date.now() }))
}

/** The place kept, once; null where there is none, or it is too old. */
export function takeRememberedPlace(): string | null {
  const stored = localStorage.getItem(KEY)
  localStorage.removeItem(KEY)
  try {
    const kept: unknown = JSON.parse(stored ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('place' in kept) || !('at' in kept)) return null
    return typeof kept.at === 'number' && Date.now() - kept.at < LIFETIME_MS ? parseReturnPlace(kept.place) : null
  } catch {
    return null
  }
}
