import type { PersistedClient } from '@tanstack/query-persist-client-core'
import { localStorageOrNull } from '../../api/local-storage'

const KEY = 'geek-last-seen'
/** Local storage holds 5 million characters, and the copies of waiting awards come first. */
const MAX_LENGTH = 1_000_000

interface Copy {
  readonly account: string
  readonly client: PersistedClient
}

/** What the account saw last, apart from the databases (fault 70); null if another account did. */
export function readCopy(account: string): PersistedClient | null {
  try {
    // Like what the database holds, it is this app's own, and another version's queries are dropped by the reader.
    const copy = JSON.parse(localStorageOrNull()?.getItem(KEY) ?? 'null') as Copy | null
    return copy?.account === account ? copy.client : null
  } catch {
    return null
  }
}

/** Synchronous, because a page that is left has no time for anything else. */
export function writeCopy(account: string, client: PersistedClient): void {
  try {
    const text = JSON.stringify({ account, client } satisfies Copy)
    localStorageOrNull()?.setItem(KEY, text.length > MAX_LENGTH ? '' : text)
  } catch {
    // The database remains.
  }
}

export function forgetCopy(): void {
  localStorageOrNull()?.removeItem(KEY)
}
