import { backoffMs } from '#lib/timers'
import { ApiError } from '../api/errors'
import { type LockWorld, withQueueLock } from './tabs'

/** Delays before the next try (ms). */
const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** How often a tab checks that the sending tab is still alive (ms). */
const LOOK_AFTER_MS = 5_000

/** Why nothing more can be sent now. */
export type Blocked =
  /** No response (`silent`), one that decides nothing, or the server asked for a pause. */
  | { readonly is: 'later'; readonly silent: boolean; readonly retryAfterMs: number | null }
  /** The session has ended or belongs to another account: this account must sign in first. */
  | { readonly is: 'other-session' }

export type DrainOutcome = { readonly is: 'empty' } | Blocked

export const isSessionCode = (code: string) => code === 'NOT_AUTHENTICATED' || code === 'OTHER_ACCOUNT'

/** What an error that decides nothing says of the entries after it. */
export function blockedBy(error: unknown): Blocked {
  if (!(error instanceof ApiError)) return { is: 'later', silent: true, retryAfterMs: null }
  return isSessionCode(error.code) ? { is: 'other-session' } : { is: 'later', silent: false, retryAfterMs: error.retryAfterMs }
}

/** What a sender sends. */
export interface Queue {
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
  readonly inFront: () => boolean
  /** Requests a background sync: the worker sends once there is a network, even if the page is closed (fault 6). */
  readonly requestSync: () => void
}

/** Decides when a page sends what waits in a queue: in one tab at a time, with growing pauses, and not before the server wants to. */
export function createSender(world: SenderWorld, queue: Queue) {
  let userId: string | null = null
  let draining: Promise<void> | null = null
  let wanted = false
  let failures = 0
  let lastSignOfLife = world.now()
  /** The server asked not to be called before this time (ms, `now`). Only `sendNow` ignores it (fault 14). */
  let pausedUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = () => {}
  const isPaused = () => world.now() < pausedUntil

  /** Schedules the next drain: with backoff after a failed one, or a check on another tab's drain. None for an empty queue. */
  function plan(outcome: DrainOutcome | 'busy'): void {
    cancelTimer()
    if (outcome === 'busy') {
      cancelTimer = world.schedule(drainSoon, LOOK_AFTER_MS)
      return
    }
    if (outcome.is === 'empty') {
      failures = 0
      return
    }
    failures += 1
    // If the server did respond, the page keeps its backoff; the worker would ignore it.
    if (outcome.is === 'later' && outcome.silent && !world.inFront()) world.requestSync()
    const pauseMs = (outcome.is === 'later' ? outcome.retryAfterMs : null) ?? 0
    pausedUntil = world.now() + pauseMs
    cancelTimer = world.schedule(drainSoon, Math.max(pauseMs, backoffMs(failures, FIRST_MS, LONGEST_MS, world.random())))
  }
  async function drainOnce(account: string): Promise<void> {
    let outcome: DrainOutcome | 'busy' = 'busy'
    try {
      outcome = await withQueueLock(
        world,
        () => lastSignOfLife,
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
    leaveFront(): void {
      if (userId !== null && queue.waits(userId) && !isPaused()) world.requestSync()
    },
    /** Another tab has said something: it is not frozen. */
    noteSignOfLife(): void {
      lastSignOfLife = world.now()
    },
    /** Resolves when no drain is running. */
    async settled(): Promise<void> {
      await draining
    },
  }
}
