/** Held by the tab or worker that drains the outbox. */
const OUTBOX_LOCK = 'geek-outbox-drain'

/** How often the other tabs and the worker ask whether the holder is alive (ms). */
export const ASK_AGAIN_MS = 5_000
/**
 * A live holder answers within this time (ms), also while it waits for a long request. Less than
 * `ASK_AGAIN_MS`, because timers may fire early.
 */
const ANSWERS_WITHIN_MS = 4_500
/**
 * A holder that starts no step for this long (ms) is stuck: a request takes at most 15 s, a store
 * operation 3 s.
 */
const STUCK_AFTER_MS = 20_000

/** 'asks': is the lock's holder alive? 'holds': the holder's answer, the only sign that it is. */
export type LockMessage = { readonly is: 'asks' } | { readonly is: 'holds' }

export interface LockDeps {
  /** Null without Web Locks (plain http): then every tab sends, and ids prevent duplicates. */
  readonly locks: Pick<LockManager, 'request'> | null
  /** A monotonic clock (ms). */
  readonly now: () => number
  readonly broadcast: (message: LockMessage) => void
}

export interface HeldLock {
  /**
   * Call before each step: it also records progress. False once the lock was taken: start nothing
   * more.
   */
  mayContinue(): boolean
}

/** Used without Web Locks, where every tab sends. */
const NOT_LOCKED: HeldLock = { mayContinue: () => true }

/** The lock as one tab, or the worker, sees it. */
export function createOutboxLock({ locks, now, broadcast }: LockDeps) {
  /** When the holder was first asked without an answer since (ms, `now`). */
  let askedAt: number | null = null
  /** When work under this tab's own lock last made progress (ms, `now`). */
  let own: { progressAt: number } | null = null

  /** Returns 'busy' also if the lock was taken from this tab before the work ended. */
  async function request<T>(
    by: LockOptions,
    work: (held: HeldLock) => Promise<T>,
  ): Promise<T | 'busy'> {
    if (locks === null) return await work(NOT_LOCKED)
    const held = { progressAt: now() }
    let hasWorkEnded = false
    async function underLock(lock: Lock | null): Promise<T | 'busy'> {
      if (lock === null) return 'busy'
      own = held
      askedAt = null
      // Tell the others that the lock has a live holder again, so that none of them takes it too.
      if (by.steal === true) broadcast({ is: 'holds' })
      try {
        return await work({
          mayContinue() {
            held.progressAt = now()
            return own === held
          },
        })
      } finally {
        hasWorkEnded = true
      }
    }
    try {
      return await locks.request(OUTBOX_LOCK, by, underLock)
    } catch (reason) {
      // If another request steals the lock, this one rejects while its work still runs.
      if (!hasWorkEnded) return 'busy'
      throw reason
    } finally {
      if (own === held) own = null
    }
  }
  const isSilent = () => askedAt !== null && now() - askedAt >= ANSWERS_WITHIN_MS

  return {
    /**
     * Returns the result of `work`, or 'busy' if another tab or the worker holds the lock. Asks
     * that holder whether it is alive; the next call takes the lock from one that did not answer
     * (faults 8 and 95). An award sent twice under one id still counts once.
     * @param steal takes the lock even from a live holder
     */
    async run<T>(work: (held: HeldLock) => Promise<T>, steal = false): Promise<T | 'busy'> {
      const ran = await request({ ifAvailable: true }, work)
      if (ran !== 'busy') return ran
      if (steal || isSilent()) return await request({ steal: true }, work)
      askedAt ??= now()
      broadcast({ is: 'asks' })
      return 'busy'
    },
    receive({ is }: LockMessage): void {
      switch (is) {
        case 'asks':
          if (own !== null && now() - own.progressAt < STUCK_AFTER_MS) broadcast({ is: 'holds' })
          return
        case 'holds':
          askedAt = null
      }
    },
  }
}
