import { localStorageOrNull } from '../api/local-storage'
import { parseReturnPath } from './return-path'

const KEY = 'geek-return'
/** How long a visitor may take to open the link in the SMS (ms). */
const LIFETIME_MS = 30 * 60_000

/**
 * Stores the path that a visitor wanted to open. The link in the SMS opens a new page, which reads it back. Where the browser refuses
 * storage, signing in leads to the home screen.
 */
export function rememberPath(path: string): void {
  try {
    localStorageOrNull()?.setItem(KEY, JSON.stringify({ place: path, at: Date.now() }))
  } catch {
    // Full.
  }
}

/** Returns the stored path and deletes it. Null if there is none or it has expired. */
export function takeRememberedPath(): string | null {
  try {
    const storage = localStorageOrNull()
    const stored = storage?.getItem(KEY)
    storage?.removeItem(KEY)
    const kept: unknown = JSON.parse(stored ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('place' in kept) || !('at' in kept)) return null
    return typeof kept.at === 'number' && Date.now() - kept.at < LIFETIME_MS ? parseReturnPath(kept.place) : null
  } catch {
    return null
  }
}
