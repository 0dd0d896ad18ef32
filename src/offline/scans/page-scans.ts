import { useSyncExternalStore } from 'react'
import { readClocks } from '../clocks'
import { SCANS_DATABASE } from '../database-names'
import { createStrictStore } from '../strict-store'
import { createKeptScans, type KeptScansView } from './kept-scans'

export type { KeptScan } from './kept-scan'

/** The single list of kept scans of this page, of all accounts. */
export const pageScans = createKeptScans({
  store: createStrictStore(SCANS_DATABASE, 'scans'),
  locks: 'locks' in navigator ? navigator.locks : null,
  clocks: readClocks,
})

/** The scans that this device keeps, and whether storage could be read. */
export function useKeptScans(): KeptScansView {
  return useSyncExternalStore(pageScans.subscribe, pageScans.view)
}
