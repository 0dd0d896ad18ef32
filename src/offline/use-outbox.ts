import { useEffect, useSyncExternalStore } from 'react'
import type { OutboxView } from './outbox-view'
import { pageOutbox } from './page-outbox'
import { pageScans, useKeptScans } from './scans/page-scans'

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

/**
 * True if this device holds no waiting or refused award or scan of any account; false until that is known. An installed
 * app may have storage separate from the browser's and could not see them.
 */
export function useNothingPending(): boolean {
  const outbox = useOutbox()
  const { storage, scans } = useKeptScans()
  useEffect(() => void pageScans.refresh(), [])
  if (outbox.storage !== 'read' || storage !== 'read') return false
  return outbox.entries.length + outbox.unreadable.length + scans.length === 0
}
