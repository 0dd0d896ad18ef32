import { useSyncExternalStore } from 'react'
import type { Nfc } from '#contract/entities'
import { readClocks } from '../clocks'
import { createStrictStore } from '../strict-store'
import { createKeptScans, type KeptScansView } from './kept-scans'

const answerListeners = new Set<(nfc: Nfc) => void>()

/** The single list of kept scans of this page. */
export const pageScans = createKeptScans({
  store: createStrictStore('geek-scans', 'scans'),
  locks: 'locks' in navigator ? navigator.locks : null,
  clocks: readClocks,
  onAnswer: (nfc) => {
    for (const listener of answerListeners) listener(nfc)
  },
})

/** Notifies `listener` of the server's result for a kept scan. Returns an unsubscribe function. */
export function onScanAnswer(listener: (nfc: Nfc) => void): () => void {
  answerListeners.add(listener)
  return () => answerListeners.delete(listener)
}

/** An account's kept scans, and whether storage could be read. */
export function useKeptScans(userId: string): KeptScansView {
  const { storage, scans } = useSyncExternalStore(pageScans.subscribe, pageScans.view)
  return { storage, scans: scans.filter((scan) => scan.userId === userId) }
}
