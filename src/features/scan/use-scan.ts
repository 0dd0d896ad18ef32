import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Nfc, User } from '#contract/entities'
import { mutations } from '../../api/calls'
import { captureClocks } from '../../offline/capture-clocks'
import { readClocks } from '../../offline/clocks'
import type { MadeAt } from '../../offline/outbox-entry'
import { queuedMs } from '../../offline/queued-time'
import { isUnanswered } from '../../offline/scans/kept-scans'
import { onScanAnswer, pageScans } from '../../offline/scans/page-scans'
import { whenVisible } from '../../ui/when-visible'

export type ScanState =
  | { readonly is: 'scanning' }
  | { readonly is: 'answered'; readonly nfc: Nfc }
  | {
      readonly is: 'failed'
      readonly error: Error
      readonly retrying: boolean
      /** The device keeps a player's scan and asks again by itself. */
      readonly kept: boolean
    }

/** Keeps a scan that the server has not answered, where it may still bring something; answers whether it is kept. */
async function keepScan(error: Error, user: User, nfcId: string, made: MadeAt): Promise<boolean> {
  if (user.vendor_id !== null || !isUnanswered(error)) return false
  try {
    await pageScans.keep(user.id, nfcId, made)
    return true
  } catch {
    return false
  }
}

/**
 * Scans a tag once, when a person first sees the screen; again only when asked to. The server counts a bonus once
 * however often it is scanned, so a scan whose answer was lost may be repeated.
 */
export function useScan(nfcId: string, user: User): { state: ScanState; scanAgain: () => void } {
  const { mutateAsync } = useMutation(mutations.scan)
  const [state, setState] = useState<ScanState>({ is: 'scanning' })
  /** When the person first saw the screen; null before that. */
  const made = useRef<MadeAt | null>(null)
  const asker = useRef(user)
  useEffect(() => {
    asker.current = user
  })

  const scanAgain = useCallback(() => {
    setState((before) => (before.is === 'failed' ? { ...before, retrying: true } : { is: 'scanning' }))
    made.current ??= captureClocks()
    const seen = made.current
    async function scan(): Promise<ScanState> {
      const { id: user_id } = asker.current
      // Scanned before, without a network: it is the first time that counts.
      const firstMade = (await pageScans.waitingSince(user_id, nfcId)) ?? seen
      try {
        const { nfc } = await mutateAsync({ nfc_id: nfcId, user_id, queued_ms: queuedMs(firstMade, readClocks()) })
        void pageScans.forget(user_id, nfcId).catch(() => undefined)
        return { is: 'answered', nfc }
      } catch (reason) {
        const error = reason instanceof Error ? reason : new Error(String(reason))
        return { is: 'failed', error, retrying: false, kept: await keepScan(error, asker.current, nfcId, firstMade) }
      }
    }
    void scan().then(setState)
  }, [mutateAsync, nfcId])

  useEffect(() => {
    if (made.current !== null) return
    return whenVisible(scanAgain)
  }, [scanAgain])
  // Asked about in the background, while its screen is still open.
  useEffect(
    () =>
      onScanAnswer((nfc) => {
        if (nfc.nfc_id !== nfcId) return
        void pageScans.forget(asker.current.id, nfcId).catch(() => undefined)
        setState({ is: 'answered', nfc })
      }),
    [nfcId],
  )

  return { state, scanAgain }
}
