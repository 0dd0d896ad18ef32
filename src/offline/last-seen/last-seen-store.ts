import type { UseStore } from 'idb-keyval'
import { createDatabase } from '../../api/database'
import { LAST_SEEN_DATABASE } from '../store/database-names'

/** What each account has seen on this device, and what it has been told. */
export function openLastSeenStore(): UseStore {
  return createDatabase({ name: LAST_SEEN_DATABASE, stores: ['accounts'], version: 1, durability: 'relaxed' }).store('accounts')
}

/** The key of what an account was told; what it has seen is under its id. */
export function toldKey(account: string): string {
  return `${account} told`
}
