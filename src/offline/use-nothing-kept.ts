import { useEffect, useSyncExternalStore } from 'react'
import { pageScans } from './scans/page-scans'
import { useOutbox } from './use-outbox'

/**
 * True when this device holds no award and no scan, of whichever account, that waits or was refused; false until that is
 * known. An app that is installed beside a browser may have a storage of its own, and would know nothing of them.
 */
export function useNothingKept(): boolean {
  const outbox = useOutbox()
  const { storage, scans } = useSyncExternalStore(pageScans.subscribe, pageScans.view)
  useEffect(() => void pageScans.refresh(), [])
  if (outbox.storage !== 'read' || storage !== 'read') return false
  return outbox.entries.length + outbox.unreadable.length + scans.length === 0
}
