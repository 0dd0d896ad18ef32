import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { scan } from '#contract/calls/scan'
import type { Nfc, User } from '#contract/entities'
import { hasCode, isUnanswered } from '../../api/errors'
import { mutation } from '../../api/queries'
import { captureClocks, readClocks } from '../../offline/clock'
import type { MadeScan } from '../../offline/entry'
import { pageOutbox } from '../../offline/page-outbox'
import { type MadeAt, queuedMs } from '../../offline/queued-time'
import { forgetTouch, touchOf } from '../../session/opened-address'
import { whenVisible } from '../../ui/device-screen'

// The screen shows the error, so there is no toast.
const scanQuietly = { ...mutation(scan), meta: { change: scan, quiet: true } }

export type ScanState =
  | { readonly is: 'scanning' }
  | { readonly is: 'answered'; readonly nfc: Nfc }
  | {
      readonly is: 'failed'
      readonly error: Error
      readonly retrying: boolean
      /** A player's scan was stored on the device and is retried in the background. */
      readonly kept: boolean
    }

/** Stores a scan if a retry could still bring points: without a response, or a touch without a team. Returns true if it was stored. */
async function keepScan(error: Error, user: User, nfcId: string, scan: MadeScan): Promise<boolean> {
  const mayCount = isUnanswered(error) || (scan.proof !== undefined && hasCode(error, 'NOT_IN_TEAM'))
  if (user.vendor_id !== null || !mayCount) return false
  try {
    await pageOutbox.keepScan(user.id, nfcId, scan)
    return true
  } catch {
    return false
  }
}

/**
 * Scans a tag once, when the screen is first visible; again only through `scanAgain`. Repeating a scan whose response was
 * lost is safe, because the server counts a bonus once.
 */
export function useScan(nfcId: string, user: User): { state: ScanState; scanAgain: () => void } {
  const { mutateAsync } = useMutation(scanQuietly)
  const [state, setState] = useState<ScanState>({ is: 'scanning' })
  /** When the screen was first visible; null before that. */
  const made = useRef<MadeAt | null>(null)
  const [touch] = useState(() => touchOf(nfcId))
  const asker = useRef(user)
  useEffect(() => {
    asker.current = user
  })

  const scanAgain = useCallback(() => {
    setState((before) => (before.is === 'failed' ? { ...before, retrying: true } : { is: 'scanning' }))
    made.current ??= touch?.made ?? captureClocks()
    const seen = { made: made.current, proof: touch?.proof }
    async function ask(): Promise<ScanState> {
      const { id: user_id } = asker.current
      // If an earlier scan of this tag is still stored, its time counts.
      const first = await pageOutbox.firstScan(user_id, nfcId, seen)
      try {
        const queued_ms = queuedMs(first.made, readClocks())
        const { nfc } = await mutateAsync({ nfc_id: nfcId, user_id, queued_ms, ...first.proof })
        forgetTouch(nfcId)
        void pageOutbox.forgetScan(user_id, nfcId).catch(() => undefined)
        return { is: 'answered', nfc }
      } catch (reason) {
        const error = reason instanceof Error ? reason : new Error(String(reason))
        const kept = await keepScan(error, asker.current, nfcId, first)
        if (kept || hasCode(error, 'TAG_NOT_PROVEN') || hasCode(error, 'TAG_REPLAYED')) forgetTouch(nfcId)
        return { is: 'failed', error, retrying: false, kept }
      }
    }
    void ask().then(setState)
  }, [mutateAsync, nfcId, touch])

  useEffect(() => {
    if (made.current !== null) return
    return whenVisible(scanAgain)
  }, [scanAgain])
  // The background retry may succeed while this screen is open.
  useEffect(
    () =>
      pageOutbox.onAnswer((answer) => {
        if (answer.kind !== 'scan' || answer.nfc.nfc_id !== nfcId) return
        void pageOutbox.forgetScan(asker.current.id, nfcId).catch(() => undefined)
        setState({ is: 'answered', nfc: answer.nfc })
      }),
    [nfcId],
  )

  return { state, scanAgain }
}
