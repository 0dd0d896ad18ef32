import { useSyncExternalStore } from 'react'
import type { OutboxView } from './outbox-view'
import { pageOutbox } from './page-outbox'

/** Changes within this time (ms) are rendered together: a drain makes hundreds of them a second. */
const GATHER_MS = 16

function subscribe(listener: () => void): () => void {
  let due: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = pageOutbox.subscribe(() => {
    due ??= setTimeout(() => {
      due = undefined
      listener()
    }, GATHER_MS)
  })
  return () => {
    clearTimeout(due)
    unsubscribe()
  }
}

/** The current state of the page's outbox. */
export function useOutbox(): OutboxView {
  return useSyncExternalStore(subscribe, pageOutbox.view)
}
