import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { listMessages } from '#contract/calls/profile'
import type { Message, User } from '#contract/entities'
import { createObservable } from '#lib/observable'
import { whenIdle } from '#lib/when-idle'
import { query } from '../api/calls'
import { useRefreshInterval } from '../api/live-state'
import { readStored, writeStored } from '../api/local-storage'
import { serverNow } from '../server-clock'

const KEY = 'geek-messages'
/** A newcomer meets what was sent within this time (ms) before; what is older, yesterday's above all, stands only in the list. */
const BEFORE_MS = 60 * 60_000
/** The server lists 20. */
const MOST_CLOSED = 40

/**
 * What one account has done with messages on this device: closed them one by one, or read those up to a time in the list. It
 * outlives signing out, so that a message that was closed does not come back; another account replaces it.
 */
const deskSchema = v.object({ account: v.string(), since: v.number(), readUntil: v.number(), closed: v.array(v.string()) })
type Desk = v.InferOutput<typeof deskSchema>

const desk = createObservable(readStored(KEY, deskSchema))

function keep(next: Desk): void {
  desk.set(next)
  writeStored(KEY, next)
}

/** Removes a message from the screens for good. */
export function closeMessage(id: string): void {
  const now = desk.get()
  if (now !== null) keep({ ...now, closed: [id, ...now.closed].slice(0, MOST_CLOSED) })
}

/** These were seen in the list: they stay on the card until they are closed, but are no news any more. */
export function markRead(messages: readonly Message[]): void {
  const now = desk.get()
  const readUntil = Math.max(0, ...messages.map(({ sent_at }) => Date.parse(sent_at)))
  if (now !== null && readUntil > now.readUntil) keep({ ...now, readUntil })
}

interface OpenMessages {
  /** Not closed yet, newest first. */
  readonly open: readonly Message[]
  /** How many of them were not seen in the list either. */
  readonly unread: number
}

/** What somebody finds who uses the app on this device for the first time. */
export function newDesk(account: string, now: number): Desk {
  return { account, since: now - BEFORE_MS, readUntil: 0, closed: [] }
}

export function openOn(own: Desk, messages: readonly Message[]): OpenMessages {
  const open = messages.filter(({ message_id, sent_at }) => Date.parse(sent_at) >= own.since && !own.closed.includes(message_id))
  return { open, unread: open.filter(({ sent_at }) => Date.parse(sent_at) > own.readUntil).length }
}

/** The organiser's messages that this account has not closed on this device: also without a network, as last seen. */
export function useOpenMessages(userId: string | undefined): OpenMessages {
  const { data } = useQuery({ ...query(listMessages, {}), enabled: false })
  const own = useSyncExternalStore(desk.subscribe, desk.get)
  return own !== null && own.account === userId ? openOn(own, data?.messages ?? []) : { open: [], unread: 0 }
}

/** Reads the messages once the screen stands, and whenever the stream tells of one. */
export function useMessageNews(user: User | null | undefined): void {
  const [isIdle, setIdle] = useState(false)
  const userId = user?.id
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useQuery({ ...query(listMessages, {}), enabled: isIdle && userId !== undefined, refetchInterval: useRefreshInterval() })
  useEffect(() => {
    if (userId === undefined || desk.get()?.account === userId) return
    keep(newDesk(userId, serverNow()))
  }, [userId])
}
