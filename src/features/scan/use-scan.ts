import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Nfc } from '#contract/entities'
import { mutations } from '../../api/calls'
import { whenVisible } from '../../ui/when-visible'

export type ScanState =
  | { readonly is: 'scanning' }
  | { readonly is: 'answered'; readonly nfc: Nfc }
  | { readonly is: 'failed'; readonly error: Error; readonly retrying: boolean }

/**
 * Scans a tag once, when a person first sees the screen; again only when asked to. The server counts a bonus once
 * however often it is scanned, so a scan whose answer was lost may be repeated.
 */
export function useScan(nfcId: string, userId: string): { state: ScanState; scanAgain: () => void } {
  const { mutateAsync } = useMutation(mutations.scan)
  const [state, setState] = useState<ScanState>({ is: 'scanning' })
  /** On the page's clock that only goes forward; null before the first scan. */
  const openedAt = useRef<number | null>(null)

  const scanAgain = useCallback(() => {
    setState((before) => (before.is === 'failed' ? { ...before, retrying: true } : { is: 'scanning' }))
    openedAt.current ??= performance.now()
    const queued_ms = Math.round(performance.now() - openedAt.current)
    mutateAsync({ nfc_id: nfcId, user_id: userId, queued_ms }).then(
      ({ nfc }) => setState({ is: 'answered', nfc }),
      (error: Error) => setState({ is: 'failed', error, retrying: false }),
    )
  }, [mutateAsync, nfcId, userId])

  useEffect(() => {
    if (openedAt.current !== null) return
    return whenVisible(scanAgain)
  }, [scanAgain])

  return { state, scanAgain }
}
