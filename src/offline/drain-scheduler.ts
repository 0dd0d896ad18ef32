import { backoffMs } from '#lib/timers'
import { ApiError, CommunicationError } from '../api/errors'
import { ASK_AGAIN_MS, createOutboxLock, type HeldLock, type LockDeps } from './outbox-lock'

/** The shortest and the longest delay before a retry (ms). */
const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** The first delay after a failed store operation (ms); short, because that took up to 3 s. */
const FIRST_OF_STORE_MS = 250

/** Why nothing more can be sent now. */
export type Blocked =
  /** No response (`silent`), an undecided one, or a pause that the server or a proxy asked for. */
  | { readonly kind: 'later'; readonly silent: boolean; readonly retryAfterMs: number | null }
  /** The session has ended or belongs to another account: this account must sign in first. */
  | { readonly kind: 'other-session' }

export type DrainOutcome = { readonly kind: 'empty' } | Blocked

export const isSessionCode = (code: string) =>
  code === 'NOT_AUTHENTICATED' || code === 'OTHER_ACCOUNT'

/**
 * The longest pause that a proxy may ask for (ms): unlike the server, it does not know how soon
 * calls will be answered again.
 */
const PROXY_PAUSE_MS = 300_000

/** Maps an undecided error to the reason why nothing more can be sent now. */
export function blockedBy(error: unknown): Blocked {
  if (error instanceof ApiError) {
    if (isSessionCode(error.code)) return { kind: 'other-session' }
    return { kind: 'later', silent: false, retryAfterMs: error.retryAfterMs }
  }
  const asked = error instanceof CommunicationError ? error.retryAfterMs : null
  const retryAfterMs = asked && Math.min(asked, PROXY_PAUSE_MS)
  return { kind: 'later', silent: retryAfterMs === null, retryAfterMs }
}

interface Queue {
  /**
   * Sends this account's entries, including those added meanwhile, then refreshes the view. Rejects
   * if storage fails.
   */
  drain(userId: string, lock: HeldLock): Promise<DrainOutcome>
  /** True if entries of this account wait, as far as the page knows. */
  waits(userId: string): boolean
}

export interface DrainSchedulerDeps extends LockDeps {
  readonly random: () => number
  /** Returns a function that cancels the timer. */
  readonly schedule: (work: () => void, afterMs: number) => () => void
  /**
   * While true, no background sync is requested after a failure: the page sends by itself, and a
   * worker would only compete with it.
   */
  readonly isVisible: () => boolean
  /**
   * Requests a background sync: the worker sends once there is a network, even if the page is
   * closed (fault 6).
   */
  readonly requestSync: () => void
}

/**
 * Decides when a page drains a queue: in one tab at a time, with growing delays after failures, and
 * not before the server allows it.
 */
export function createDrainScheduler(deps: DrainSchedulerDeps, queue: Queue) {
  let userId: string | null = null
  let draining: Promise<void> | null = null
  let wanted = false
  let failures = 0
  let failuresOfStore = 0
  /** Set by the 'send now' button: the next drain takes the lock from its holder. */
  let steals = false
  /** True if another tab, or the worker, held the lock at the last try, so that nothing was sent. */
  let isLockedOut = false
  /**
   * The server asked not to be called before this time (ms, `now`). Only `sendNow` ignores it
   * (fault 14).
   */
  let pausedUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = () => {}
  const isPaused = () => deps.now() < pausedUntil
  const lock = createOutboxLock(deps)

  /**
   * Schedules the next drain: with backoff after a failure, or when to ask the lock's holder again.
   * Does nothing for an empty queue.
   */
  function plan(outcome: DrainOutcome | 'busy' | 'not stored'): void {
    cancelTimer()
    if (outcome === 'busy') {
      cancelTimer = deps.schedule(drainSoon, ASK_AGAIN_MS)
      return
    }
    if (outcome === 'not stored') {
      failuresOfStore += 1
      cancelTimer = deps.schedule(
        drainSoon,
        backoffMs(failuresOfStore, FIRST_OF_STORE_MS, LONGEST_MS, deps.random()),
      )
      return
    }
    failuresOfStore = 0
    if (outcome.kind === 'empty') {
      failures = 0
      return
    }
    failures += 1
    // If the server did respond, keep the page's backoff; the worker would ignore it.
    if (outcome.kind === 'later' && outcome.silent && !deps.isVisible()) deps.requestSync()
    const pauseMs = (outcome.kind === 'later' ? outcome.retryAfterMs : null) ?? 0
    pausedUntil = deps.now() + pauseMs
    cancelTimer = deps.schedule(
      drainSoon,
      Math.max(pauseMs, backoffMs(failures, FIRST_MS, LONGEST_MS, deps.random())),
    )
  }
  async function drainOnce(account: string): Promise<void> {
    const steal = steals
    steals = false
    // A drain whose lock was taken has begun, and may still run.
    let hasBegun = false
    try {
      const outcome = await lock.run((held) => {
        hasBegun = true
        return queue.drain(account, held)
      }, steal)
      isLockedOut = !hasBegun
      plan(outcome)
    } catch {
      isLockedOut = false
      plan('not stored')
    }
  }
  /**
   * Runs one drain at a time. Requests during a drain cause one more after it (faults 10 and 11).
   */
  function drainSoon(): void {
    if (userId === null) return
    if (isPaused()) {
      // The backoff's timer may be set for a much later time.
      cancelTimer()
      cancelTimer = deps.schedule(drainSoon, pausedUntil - deps.now())
      return
    }
    wanted = true
    draining ??= (async () => {
      while (wanted && userId !== null && !isPaused()) {
        wanted = false
        await drainOnce(userId)
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
    /** Drains now, unless the server asked for a pause. Call after adding an entry. */
    drainSoon,
    /**
     * Drains now if the last try found the lock held. Call when another tab, or the worker, has
     * changed entries: its drain may have ended, also without sending this account's entries.
     */
    drainIfLockedOut(): void {
      if (isLockedOut) drainSoon()
    },
    /**
     * Drains like `drainSoon` and resets the backoff. Call when the connection returns or the page
     * becomes visible.
     */
    kick(): void {
      failures = 0
      drainSoon()
    },
    /**
     * Drains now, even during the server's pause or while another tab drains: the user asked for
     * it.
     */
    sendNow(): void {
      failures = 0
      steals = true
      pausedUntil = Number.NEGATIVE_INFINITY
      drainSoon()
    },
    /**
     * Requests a background sync for waiting entries, unless a pause applies: a hidden page may be
     * closed.
     */
    onHidden(): void {
      if (userId !== null && queue.waits(userId) && !isPaused()) deps.requestSync()
    },
    /** Handles a lock message of another tab or the worker. */
    receive: lock.receive,
    /** Resolves when no drain is running. */
    async idle(): Promise<void> {
      await draining
    },
  }
}
