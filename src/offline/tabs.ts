import * as v from 'valibot'
import { award, nfc } from '#contract/entities'
import { channelOrNull } from '../api/local-storage'

/** Without a message for this long (ms) the sending tab is frozen or dead: it broadcasts one per request, of at most 15 s. */
const FROZEN_AFTER_MS = 25_000

export interface LockWorld {
  /** Null without Web Locks (plain http): then every tab sends, and ids prevent duplicates. */
  readonly locks: Pick<LockManager, 'request'> | null
  /** A monotonic clock (ms). */
  readonly now: () => number
}

/**
 * Returns what `work` did, or 'busy' if another tab or worker holds the lock. Steals the lock from a frozen holder (fault 8):
 * an award sent twice under one id still counts once.
 * @param lastSignOfLife when the last message of another tab arrived, or else when this page began to listen (ms, `now`)
 */
export async function withQueueLock<T>(
  { locks, now }: LockWorld,
  lastSignOfLife: () => number,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  if (locks === null) return await work()
  const ran = await locks.request(OUTBOX_LOCK, { ifAvailable: true }, async (lock) => (lock === null ? 'busy' : await work()))
  if (ran !== 'busy') return ran
  if (now() - lastSignOfLife() < FROZEN_AFTER_MS) return 'busy'
  return await locks.request(OUTBOX_LOCK, { steal: true }, work)
}

/** Held by the tab or worker that sends awards. */
export const OUTBOX_LOCK = 'geek-outbox-drain'

const CHANNEL = 'geek-outbox'

/** Another tab may run another version of the app, so its messages are parsed like any external input. */
const message = v.variant('is', [
  /** `added`: something was stored, by a page that may be closed the moment after. */
  v.object({ is: v.literal('changed'), added: v.optional(v.boolean()) }),
  v.object({ is: v.literal('sending') }),
  /** The server's award, which may be voided by now. */
  v.object({ is: v.literal('recorded'), award }),
  /** The award was cancelled before it was sent. */
  v.object({ is: v.literal('withdrawn'), awardId: v.string() }),
  v.object({
    is: v.literal('answered'),
    answer: v.variant('kind', [v.object({ kind: v.literal('scan'), nfc }), v.object({ kind: v.literal('copy'), award })]),
  }),
])

export type OutboxMessage = v.InferOutput<typeof message>

export function openOutboxChannel(receive: (message: OutboxMessage) => void): { tell: (message: OutboxMessage) => void } {
  const channel = channelOrNull(CHANNEL)
  if (channel !== null) {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const told = v.safeParse(message, data)
      if (told.success) receive(told.output)
    }
  }
  return { tell: (told) => channel?.postMessage(told) }
}
