import { useEffect } from 'react'
import { pageScans, useKeptScans } from './scans/page-scans'
import { useOutbox } from './use-outbox'

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
