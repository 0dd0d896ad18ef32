import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { markTagWritten } from '#contract/calls/tags'
import { call } from '../../api/call'
import { type ApiError, isRefusal } from '../../api/errors'
import { readStored, writeStored } from '../../api/local-storage'
import { invalidateAfter } from '../../api/query-client'

/** Under it, the ids of tags that this account has written on this device but not yet reported to the server, oldest first. */
const keyOf = (userId: string) => `written-tags ${userId}`

export interface Reports {
  /** Written and verified, but not yet confirmed by the server; oldest first. */
  readonly kept: readonly string[]
  readonly sending: boolean
  /** A tag that the server has refused for good, with its error message. */
  readonly refused: { readonly nfcId: string; readonly message: string } | null
  readonly report: (nfcId: string) => void
  readonly sendNow: () => void
}

const FINAL: ReadonlySet<string> = new Set(['TAG_NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT'])

const isFinal = (error: unknown): error is ApiError => isRefusal(error) && FINAL.has(error.code)

/**
 * Reports written tags to the server. Stores each on the device first, then sends oldest first, and retries until the
 * server has responded. Mount one instance per account. Not a kept queue: the tag itself is written, one screen sends while
 * its organiser looks on, and what is not reported yet needs no pauses, no worker and no other tab.
 */
export function useReports(userId: string): Reports {
  const queryClient = useQueryClient()
  const [kept, setKept] = useState((): readonly string[] => readStored(keyOf(userId), v.array(v.string())) ?? [])
  const waiting = useRef(kept)
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<Reports['refused']>(null)

  const keep = useCallback(
    (nfcIds: readonly string[]) => {
      waiting.current = nfcIds
      // Without storage they are lost on reload; the screen shows them as unsaved until then.
      writeStored(keyOf(userId), nfcIds)
      setKept(nfcIds)
    },
    [userId],
  )

  const sendAll = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    try {
      for (let next = waiting.current[0]; next !== undefined; next = waiting.current[0]) {
        const nfcId = next
        try {
          await call(markTagWritten, { nfc_id: nfcId })
        } catch (error) {
          if (!isFinal(error)) return
          setRefused({ nfcId, message: error.message })
        }
        keep(waiting.current.filter((id) => id !== nfcId))
      }
    } finally {
      busy.current = false
      setSending(false)
      // Shows what is saved; this request also detects an expired session.
      void invalidateAfter(queryClient, markTagWritten)
    }
  }, [keep, queryClient])

  const report = useCallback(
    (nfcId: string) => {
      keep([...waiting.current.filter((id) => id !== nfcId), nfcId])
      void sendAll()
    },
    [keep, sendAll],
  )
  const sendNow = useCallback(() => void sendAll(), [sendAll])

  useEffect(() => {
    if (waiting.current.length > 0) void sendAll()
    window.addEventListener('online', sendNow)
    return () => window.removeEventListener('online', sendNow)
  }, [sendAll, sendNow])

  return { kept, sending, refused, report, sendNow }
}
