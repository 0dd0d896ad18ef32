import type { UseStore } from 'idb-keyval'
import { createDatabase } from '../../api/database'
import { LAST_SEEN_DATABASE } from '../store/database-names'

let opened: UseStore | null = null

/** What each account has seen on this device, and what it has been told. */
export function lastSeenStore(): UseStore {
  opened ??= createDatabase({ name: LAST_SEEN_DATABASE, stores: ['accounts'], version: 1, durability: 'relaxed' }).store(
    'accounts',
  )
  return opened
}

/** The key of what an account was told; what it has seen is under its id. */
export function toldKey(account: string): string {
  return `${account} told`
}
