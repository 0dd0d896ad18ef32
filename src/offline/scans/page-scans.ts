import { useSyncExternalStore } from 'react'
import type { Nfc } from '#contract/entities'
import { readClocks } from '../clocks'
import { createStrictStore } from '../strict-store'
import type { KeptScan } from './kept-scan'
import { createKeptScans } from './kept-scans'

const answerListeners = new Set<(nfc: Nfc) => void>()

/** The one list of this page. */
export const pageScans = createKeptScans({
  store: createStrictStore('geek-scans', 'scans'),
  locks: 'locks' in navigator ? navigator.locks : null,
  clocks: readClocks,
  onAnswer: (nfc) => {
    for (const listener of answerListeners) listener(nfc)
  },
})

/** Tells of what a scan that had waited turned out to be. */
export function onScanAnswer(listener: (nfc: Nfc) => void): () => void {
  answerListeners.add(listener)
  return () => answerListeners.delete(listener)
}

/** Scans of an account that wait, or that ask for a decision. */
export function useKeptScans(userId: string): readonly KeptScan[] {
  return useSyncExternalStore(pageScans.subscribe, pageScans.view).filter((scan) => scan.userId === userId)
}
