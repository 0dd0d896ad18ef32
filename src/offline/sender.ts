import * as v from 'valibot'
import { award, nfc } from '#contract/entities'
import { openChannel } from '#lib/local-storage'
import { backoffMs } from '#lib/timers'
import { ApiError } from '../api/errors'

/** Without a message for this long (ms) the sending tab is frozen or dead: it broadcasts one per request, of at most 15 s. */
const FROZEN_AFTER_MS = 25_000

interface LockWorld {
  /** Null without Web Locks (plain http): then every tab sends, and ids prevent duplicates. */
  readonly locks: Pick<LockManager, 'request'> | null
  /** A monotonic clock (ms). */
  readonly now: () => number
}

/**
 * Returns what `work` did, or 'busy' if another tab or worker holds the lock. Steals the lock from a frozen holder (fault 8):
 * an award sent twice under one id still counts once.
 * @param lastActivity when the last message of another tab arrived, or else when this page was opened (ms, `now`)
 */
export async function withQueueLock<T>(
  { locks, now }: LockWorld,
  lastActivity: () => number,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  if (locks === null) return await work()
  const ran = await locks.request(OUTBOX_LOCK, { ifAvailable: true }, async (lock) => (lock === null ? 'busy' : await work()))
  if (ran !== 'busy') return ran
  if (now() - lastActivity() < FROZEN_AFTER_MS) return 'busy'
  return await locks.request(OUTBOX_LOCK, { steal: true }, work)
}

/** Held by the tab or worker that sends awards. */
export const OUTBOX_LOCK = 'geek-outbox-drain'

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

export const openOutboxChannel = (receive: (message: OutboxMessage) => void) => openChannel('geek-outbox', message, receive)

/** Delays before the next try (ms). */
const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** How often a tab checks that the sending tab is still alive (ms). */
const CHECK_AFTER_MS = 5_000

/** Why nothing more can be sent now. */
export type Blocked =
  /** No response (`silent`), one that decides nothing, or the server asked for a pause. */
  | { readonly is: 'later'; readonly silent: boolean; readonly retryAfterMs: number | null }
  /** The session has ended or belongs to another account: this account must sign in first. */
  | { readonly is: 'other-session' }

export type DrainOutcome = { readonly is: 'empty' } | Blocked

export const isSessionCode = (code: string) => code === 'NOT_AUTHENTICATED' || code === 'OTHER_ACCOUNT'

/** What an error that decides nothing means for the entries after it. */
export function blockedBy(error: unknown): Blocked {
  if (!(error instanceof ApiError)) return { is: 'later', silent: true, retryAfterMs: null }
  return isSessionCode(error.code) ? { is: 'other-session' } : { is: 'later', silent: false, retryAfterMs: error.retryAfterMs }
}

interface Queue {
  /** Sends what waits of this account, including what is added meanwhile. Rejects if storage fails. */
  drain(userId: string): Promise<DrainOutcome>
  /** True if entries of this account wait, as far as the page knows. */
  waits(userId: string): boolean
  /** Shows what is stored now: this tab or another one may have sent some. */
  afterDrain(): Promise<void>
}

export interface SenderWorld extends LockWorld {
  readonly random: () => number
  /** Returns a function that cancels the timer. */
  readonly schedule: (work: () => void, afterMs: number) => () => void
  /** True while the page is visible: then it sends, and a worker that sends too would only compete with it. */
  readonly isVisible: () => boolean
  /** Requests a background sync: the worker sends once there is a network, even if the page is closed (fault 6). */
  readonly requestSync: () => void
}

/** Decides when a page drains a queue: in one tab at a time, with growing pauses, and not before the server allows it. */
export function createSender(world: SenderWorld, queue: Queue) {
  let userId: string | null = null
  let draining: Promise<void> | null = null
  let wanted = false
  let failures = 0
  let lastActivity = world.now()
  /** The server asked not to be called before this time (ms, `now`). Only `sendNow` ignores it (fault 14). */
  let pausedUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = () => {}
  const isPaused = () => world.now() < pausedUntil

  /** Schedules the next drain: with backoff after a failed one, or a check on another tab's drain. None for an empty queue. */
  function plan(outcome: DrainOutcome | 'busy'): void {
    cancelTimer()
    if (outcome === 'busy') {
      cancelTimer = world.schedule(drainSoon, CHECK_AFTER_MS)
      return
    }
    if (outcome.is === 'empty') {
      failures = 0
      return
    }
    failures += 1
    // If the server did respond, the page keeps its backoff; the worker would ignore it.
    if (outcome.is === 'later' && outcome.silent && !world.isVisible()) world.requestSync()
    const pauseMs = (outcome.is === 'later' ? outcome.retryAfterMs : null) ?? 0
    pausedUntil = world.now() + pauseMs
    cancelTimer = world.schedule(drainSoon, Math.max(pauseMs, backoffMs(failures, FIRST_MS, LONGEST_MS, world.random())))
  }
  async function drainOnce(account: string): Promise<void> {
    let outcome: DrainOutcome | 'busy' = 'busy'
    try {
      outcome = await withQueueLock(
        world,
        () => lastActivity,
        () => queue.drain(account),
      )
    } finally {
      await queue.afterDrain()
      plan(outcome)
    }
  }
  /** Runs one drain at a time. Requests during a drain cause one more after it (fault 10, 11). */
  function drainSoon(): void {
    // A timer is set for the end of the pause.
    if (userId === null || isPaused()) return
    wanted = true
    draining ??= (async () => {
      while (wanted && userId !== null && !isPaused()) {
        wanted = false
        // Most likely storage failed. `plan` has scheduled the next try.
        await drainOnce(userId).catch(() => undefined)
      }
      draining = null
    })()
  }

  return {
    /** Sets the account whose entries are sent from now on; null for none. Sends nothing yet. */
    signIn(account: string | null): void {
      userId = account
      failures = 0
      pausedUntil = Number.NEGATIVE_INFINITY
    },
    /** Drains now unless the server asked for a pause: something was added. */
    drainSoon,
    /** The same, and pauses start from the shortest again: a restored connection, or a page that becomes visible. */
    kick(): void {
      failures = 0
      drainSoon()
    },
    /** Drains now, even during a pause that the server asked for: the user pressed the button. */
    sendNow(): void {
      failures = 0
      pausedUntil = Number.NEGATIVE_INFINITY
      drainSoon()
    },
    /** The page is hidden and may be closed: requests a background sync for what waits, unless a pause applies. */
    onHidden(): void {
      if (userId !== null && queue.waits(userId) && !isPaused()) world.requestSync()
    },
    /** Another tab has sent a message: it is not frozen. */
    recordActivity(): void {
      lastActivity = world.now()
    },
    /** Resolves when no drain is running. */
    async idle(): Promise<void> {
      await draining
    },
  }
}
