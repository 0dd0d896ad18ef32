import { useSyncExternalStore } from 'react'
import type { OutboxView } from './outbox'
import { pageOutbox } from './page-outbox'

/** What waits, is under way, was refused or recorded. */
export function useOutbox(): OutboxView {
  return useSyncExternalStore(pageOutbox.subscribe, pageOutbox.view)
}
