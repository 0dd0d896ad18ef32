import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { markTagWritten } from '#contract/calls/tags'
import { readStored, writeStored } from '#lib/local-storage'
import { call } from '../../api/call'
import { type ApiError, isRefusal } from '../../api/errors'

/**
 * The storage key of an account's unreported tags: the ids of tags that it wrote on this device,
 * oldest first.
 */
const keyOf = (userId: string) => `written-tags ${userId}`

const FINAL: ReadonlySet<string> = new Set(['TAG_NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT'])

const isFinal = (error: unknown): error is ApiError => isRefusal(error) && FINAL.has(error.code)

/** A tag that the server refused permanently, with its error message. */
interface RefusedReport {
  readonly nfcId: string
  readonly message: string
}

/**
 * Reports written tags to the server. Stores each report on the device first, then sends the oldest
 * first. Sends an unanswered report again before the next one, and when the network returns. Mount
 * it anew for another account. The outbox does not send these reports: the tag itself is written
 * already, and its report needs no growing delays, no worker and no agreement with other tabs.
 */
export function useReports(userId: string) {
  /** Written and verified, but not yet confirmed by the server; oldest first. */
  const [unreported, setUnreported] = useState(
    (): readonly string[] => readStored(keyOf(userId), v.array(v.string())) ?? [],
  )
  const [refused, setRefused] = useState<readonly RefusedReport[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: (nfcId: string) => call(markTagWritten, { nfc_id: nfcId }),
    // No toast: the screen shows unsaved tags.
    meta: { change: markTagWritten, quiet: true },
  })
  function sendNow(): void {
    const [nfcId] = unreported
    if (nfcId === undefined || isPending) return
    mutate(nfcId, {
      onSettled: (_data, error) => {
        if (error !== null && !isFinal(error)) return
        if (error !== null)
          setRefused((before) => [
            ...before.filter((one) => one.nfcId !== nfcId),
            { nfcId, message: error.message },
          ])
        setUnreported((before) => before.filter((id) => id !== nfcId))
      },
    })
  }
  const sendNext = useEffectEvent(sendNow)
  useEffect(() => {
    // Without storage a reload loses the reports; until then the screen shows the tags as unsaved.
    writeStored(keyOf(userId), unreported)
    sendNext()
  }, [userId, unreported])
  useEffect(() => {
    const send = () => sendNext()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [])
  return {
    unreported,
    sending: isPending,
    refused,
    report: useCallback(
      (nfcId: string) => setUnreported((before) => [...before.filter((id) => id !== nfcId), nfcId]),
      [],
    ),
    sendNow,
  }
}

export type Reports = ReturnType<typeof useReports>
