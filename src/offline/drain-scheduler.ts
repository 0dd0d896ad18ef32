import { backoffMs } from '#lib/timers'
import { ApiError } from '../api/errors'
import { ASK_AGAIN_MS, createOutboxLock, type HeldLock, type LockDeps } from './outbox-lock'

/** Delays before the next try (ms). */
const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** The same after a failed operation of the device's store, which has taken up to 3 s itself. */
const FIRST_OF_STORE_MS = 250

/** Why nothing more can be sent now. */
export type Blocked =
  /** No response (`silent`), one that decides nothing, or the server asked for a pause. */
  | { readonly is: 'later'; readonly silent: boolean; readonly retryAfterMs: number | null }
  /** The session has ended or belongs to another account: this account must sign in first. */
  | { readonly is: 'other-session' }

export type DrainOutcome = { readonly is: 'empty' } | Blocked

export const isSessionCode = (code: string) =>
  code === 'NOT_AUTHENTICATED' || code === 'OTHER_ACCOUNT'

/** Classifies an error that decides nothing by what it means for the entries after it. */
export function blockedBy(error: unknown): Blocked {
  if (!(error instanceof ApiError)) return { is: 'later', silent: true, retryAfterMs: null }
  return isSessionCode(error.code)
    ? { is: 'other-session' }
    : { is: 'later', silent: false, retryAfterMs: error.retryAfterMs }
}

interface Queue {
  /** Sends what waits of this account, including what is added meanwhile, and shows what is stored then. Rejects if storage fails. */
  drain(userId: string, lock: HeldLock): Promise<DrainOutcome>
  /** True if entries of this account wait, as far as the page knows. */
  waits(userId: string): boolean
}

export interface DrainSchedulerDeps extends LockDeps {
  readonly random: () => number
  /** Returns a function that cancels the timer. */
  readonly schedule: (work: () => void, afterMs: number) => () => void
  /** True while the page is visible: then it sends, and a worker that sends too would only compete with it. */
  readonly isVisible: () => boolean
  /** Requests a background sync: the worker sends once there is a network, even if the page is closed (fault 6). */
  readonly requestSync: () => void
}

/** Decides when a page drains a queue: in one tab at a time, with growing pauses, and not before the server allows it. */
export function createDrainScheduler(deps: DrainSchedulerDeps, queue: Queue) {
  let userId: string | null = null
  let draining: Promise<void> | null = null
  let wanted = false
  let failures = 0
  let failuresOfStore = 0
  /** The person pressed the button: the next drain takes the lock from whoever holds it. */
  let steals = false
  /** The server asked not to be called before this time (ms, `now`). Only `sendNow` ignores it (fault 14). */
  let pausedUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = () => {}
  const isPaused = () => deps.now() < pausedUntil
  const lock = createOutboxLock(deps)

  /** Schedules the next drain: with backoff after a failed one, or when whoever holds the lock is asked again. None for an empty queue. */
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
    if (outcome.is === 'empty') {
      failures = 0
      return
    }
    failures += 1
    // If the server did respond, the page keeps its backoff; the worker would ignore it.
    if (outcome.is === 'later' && outcome.silent && !deps.isVisible()) deps.requestSync()
    const pauseMs = (outcome.is === 'later' ? outcome.retryAfterMs : null) ?? 0
    pausedUntil = deps.now() + pauseMs
    cancelTimer = deps.schedule(
      drainSoon,
      Math.max(pauseMs, backoffMs(failures, FIRST_MS, LONGEST_MS, deps.random())),
    )
  }
  async function drainOnce(account: string): Promise<void> {
    const steal = steals
    steals = false
    try {
      plan(await lock.run((held) => queue.drain(account, held), steal))
    } catch {
      plan('not stored')
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
    /** Drains now unless the server asked for a pause: something was added. */
    drainSoon,
    /** The same, and pauses start from the shortest again: a restored connection, or a page that becomes visible. */
    kick(): void {
      failures = 0
      drainSoon()
    },
    /** Drains now, even during a pause that the server asked for, or while another tab does: the user pressed the button. */
    sendNow(): void {
      failures = 0
      steals = true
      pausedUntil = Number.NEGATIVE_INFINITY
      drainSoon()
    },
    /** The page is hidden and may be closed: requests a background sync for what waits, unless a pause applies. */
    onHidden(): void {
      if (userId !== null && queue.waits(userId) && !isPaused()) deps.requestSync()
    },
    /** The message of another tab, or of the worker, about the lock. */
    receive: lock.receive,
    /** Resolves when no drain is running. */
    async idle(): Promise<void> {
      await draining
    },
  }
}
