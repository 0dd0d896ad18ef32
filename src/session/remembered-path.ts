import * as v from 'valibot'
import { localStorageOrNull, readStored, writeStored } from '../api/local-storage'
import { parseReturnPath } from './return-path'

const KEY = 'geek-return'
/** How long a visitor may take to open the link in the SMS (ms). */
const LIFETIME_MS = 30 * 60_000
const keptSchema = v.object({ place: v.string(), at: v.number() })

/**
 * Stores the path that a visitor wanted to open. The link in the SMS opens a new page, which reads it back. Where the browser refuses
 * storage, signing in leads to the home screen.
 */
export function rememberPath(path: string): void {
  writeStored(KEY, { place: path, at: Date.now() })
}

/** Returns the stored path and deletes it. Null if there is none or it has expired. */
export function takeRememberedPath(): string | null {
  const kept = readStored(KEY, keptSchema)
  localStorageOrNull()?.removeItem(KEY)
  return kept !== null && Date.now() - kept.at < LIFETIME_MS ? parseReturnPath(kept.place) : null
}
