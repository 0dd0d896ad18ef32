import { useQuery } from '@tanstack/react-query'
import { MessageSquareText, X } from 'lucide-react'
import { Fragment, useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { listMessages } from '#contract/calls/profile'
import type { Message, User } from '#contract/entities'
import { formatMoment } from '#lib/clock-time'
import { readStored, writeStored } from '#lib/local-storage'
import { createObservable } from '#lib/observable'
import { serverNow } from '#lib/server-clock'
import { whenIdle } from '#lib/timers'
import { messageTexts } from '#texts/notices'
import { DOT } from '#texts/nouns'
import { useRefreshInterval } from '../api/live-state'
import { query } from '../api/queries'
import { classes } from '../ui/classes'
import { TitledDialog } from '../ui/dialog'

const KEY = 'geek-messages'
/**
 * For an account that is new on this device, messages older than this (ms) are only in the list.
 */
const BEFORE_MS = 60 * 60_000
/** Twice the 20 messages that the server lists. */
const MAX_CLOSED = 40

/**
 * The messages that one account closed on this device, and the time up to which it read the list.
 * Survives signing out, so that closed messages stay closed; another account replaces it.
 */
const messageStateSchema = v.object({
  account: v.string(),
  since: v.number(),
  readUntil: v.number(),
  closed: v.array(v.string()),
})
type MessageState = v.InferOutput<typeof messageStateSchema>

const messageState = createObservable(readStored(KEY, messageStateSchema))

function save(next: MessageState): void {
  messageState.set(next)
  writeStored(KEY, next)
}

/** Adds another tab's changes, which it has stored meanwhile. */
export function mergedState(own: MessageState, stored: MessageState | null): MessageState {
  if (stored === null || stored.account !== own.account) return own
  return {
    ...own,
    readUntil: Math.max(own.readUntil, stored.readUntil),
    closed: [...new Set([...own.closed, ...stored.closed])].slice(0, MAX_CLOSED),
  }
}

function latestState(): MessageState | null {
  const own = messageState.get()
  return own && mergedState(own, readStored(KEY, messageStateSchema))
}

function closeMessage(id: string): void {
  const now = latestState()
  if (now !== null) save({ ...now, closed: [id, ...now.closed].slice(0, MAX_CLOSED) })
}

/** Marks messages as read in the list. They stay on the card until they are closed. */
export function markRead(messages: readonly Message[]): void {
  const now = latestState()
  const readUntil = Math.max(0, ...messages.map(({ sent_at }) => Date.parse(sent_at)))
  if (now !== null && readUntil > now.readUntil) save({ ...now, readUntil })
}

interface OpenMessages {
  /** Not closed yet, newest first. */
  readonly open: readonly Message[]
  /** The number of open messages that the account has not read in the list. */
  readonly unread: number
}

/** The state of an account that is new on this device. */
export function newMessageState(account: string, now: number): MessageState {
  return { account, since: now - BEFORE_MS, readUntil: 0, closed: [] }
}

/** @param since messages sent before this time (ms) are only in the list */
export function openMessages(
  own: MessageState,
  messages: readonly Message[],
  since = 0,
): OpenMessages {
  const open = messages.filter(
    ({ message_id, sent_at }) =>
      Date.parse(sent_at) >= Math.max(own.since, since) && !own.closed.includes(message_id),
  )
  return { open, unread: open.filter(({ sent_at }) => Date.parse(sent_at) > own.readUntil).length }
}

/**
 * The organiser's messages that this account has not closed on this device; offline, as last seen.
 */
export function useOpenMessages(userId: string | undefined, since = 0): OpenMessages {
  const { data } = useQuery({ ...query(listMessages, {}), enabled: false })
  const own = useSyncExternalStore(messageState.subscribe, messageState.get)
  return own !== null && own.account === userId
    ? openMessages(own, data?.messages ?? [], since)
    : { open: [], unread: 0 }
}

/** Fetches the messages once the screen is idle, and whenever the stream reports one. */
export function useMessageNews(user: User | null | undefined): void {
  const [isIdle, setIdle] = useState(false)
  const userId = user?.id
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useQuery({
    ...query(listMessages, {}),
    enabled: isIdle && userId !== undefined,
    refetchInterval: useRefreshInterval(),
  })
  useEffect(() => {
    if (userId === undefined || messageState.get()?.account === userId) return
    save(newMessageState(userId, serverNow()))
  }, [userId])
}

/** The frame of a message line with nothing else around it. */
export const MESSAGE_FRAME =
  'data-message:rounded-control data-message:border data-message:border-accent data-message:bg-surface data-message:pl-2.5 [&>button:first-child]:grow'

function CloseButton({ id }: { id: string }) {
  return (
    <button
      type="button"
      aria-label={messageTexts.close}
      onClick={() => closeMessage(id)}
      className="settles grid size-12 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-raised @max-[9.4rem]:hidden"
    >
      <X aria-hidden className="size-5" />
    </button>
  )
}

/** The messages in full, each with a button that closes it. */
function MessageList({ messages }: { messages: readonly Message[] }) {
  return (
    <ul aria-label={messageTexts.title} className="flex flex-col gap-2">
      {messages.map((message) => (
        <li
          key={message.message_id}
          className="flex items-start gap-3 rounded-card border border-accent bg-surface py-1 pr-1 pl-4"
        >
          <div className="min-w-0 flex-1 py-2">
            <p className="leading-snug whitespace-pre-line wrap-anywhere">{message.text}</p>
            <p className="text-sm text-soft">
              {messageTexts.from(formatMoment(Date.parse(message.sent_at)))}
            </p>
          </div>
          <CloseButton id={message.message_id} />
        </li>
      ))}
    </ul>
  )
}

/**
 * The organiser's newest open message in at most two lines; a tap shows all. Its space is always
 * reserved, so that it moves neither codes nor search fields. With text enlarged to twice its size,
 * only the icon fits.
 */
export function MessageLine({
  userId,
  since,
  className,
}: {
  userId: string | undefined
  /** Hide messages sent before this time (ms). */
  since?: number | undefined
  className?: string
}) {
  const { open } = useOpenMessages(userId, since)
  const [isWhole, setWhole] = useState(false)
  const [newest] = open
  // Once all messages are closed, close the list too, so that the next message does not open it.
  if (newest === undefined && isWhole) setWhole(false)
  return (
    <div
      aria-live="polite"
      data-message={newest && ''}
      className={classes('@container flex h-12 min-w-0 flex-1 items-center justify-end', className)}
    >
      {newest !== undefined && (
        // The key remounts both buttons: a double tap must not also close or open the next message.
        <Fragment key={newest.message_id}>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setWhole(true)}
            className="settles flex min-h-12 min-w-0 cursor-pointer items-center gap-2 text-left text-sm leading-tight @max-[9.4rem]:-ml-2.5"
          >
            <MessageSquareText
              aria-hidden
              className="size-5 shrink-0 text-accent @max-[12rem]:hidden @max-[9.4rem]:block!"
            />
            <span
              data-time={formatMoment(Date.parse(newest.sent_at)) + DOT}
              className="line-clamp-2 wrap-break-word before:content-[attr(data-time)] @max-[9.4rem]:sr-only"
            >
              {newest.text}
            </span>
          </button>
          <CloseButton id={newest.message_id} />
        </Fragment>
      )}
      {isWhole && newest !== undefined && (
        <TitledDialog title={messageTexts.title} onClose={() => setWhole(false)}>
          <MessageList messages={open} />
        </TitledDialog>
      )}
    </div>
  )
}
