import { useSyncExternalStore } from 'react'
import { readClocks } from './clock'
import { createKeptScans, type KeptScansView } from './kept-scans'
import { pageWorld, sendWhenReachable } from './page-world'
import { createStrictStore, SCANS_DATABASE } from './strict-store'

export type { KeptScan, MadeScan } from './kept-scans'

export const pageScans = createKeptScans({
  store: createStrictStore(SCANS_DATABASE, 'scans'),
  clocks: readClocks,
  // The worker sends no scans.
  requestSync: () => undefined,
  ...pageWorld,
})

// Tapping a tag opens another page, which stores its scan and may be closed.
sendWhenReachable(pageScans)

export function useKeptScans(): KeptScansView {
  return useSyncExternalStore(pageScans.subscribe, pageScans.view)
}
