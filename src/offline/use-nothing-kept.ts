import { useEffect, useState, useSyncExternalStore } from 'react'
import { pageScans } from './scans/page-scans'
import { useOutbox } from './use-outbox'

/**
 * Whether this device holds no award and no scan of anybody's that waits or was refused; false until that is known. The app
 * that is installed beside a browser may have a storage of its own, and would know nothing of them.
 */
export function useNothingKept(): boolean {
  const { storage, entries, unreadable } = useOutbox()
  const scans = useSyncExternalStore(pageScans.subscribe, pageScans.view)
  const [scansRead, setScansRead] = useState(false)
  useEffect(() => void pageScans.refresh().then(() => setScansRead(true)), [])
  return scansRead && storage === 'usable' && entries.length + unreadable.length + scans.length === 0
}
