const LOCK = 'geek-outbox-drain'
/** Without a message for this long (ms) the draining tab is frozen or dead: it broadcasts one per request, of at most 15 s. */
const FROZEN_AFTER_MS = 25_000

/** The lock's dependencies on the browser. */
export interface LockWorld {
  /** Null without Web Locks (plain http): then every tab sends, and award ids prevent duplicates. */
  readonly locks: Pick<LockManager, 'request'> | null
  readonly now: () => number
  /** When the last message of another tab arrived, or else when this page began to listen (ms, `now`). */
  readonly lastSignOfLife: () => number
}

/**
 * Runs `work` if no other tab or worker drains. Returns true if it ran. Steals the lock from a frozen holder (fault 8):
 * an award sent twice under one id still counts once.
 */
export async function withDrainLock(world: LockWorld, work: () => Promise<void>): Promise<boolean> {
  if (world.locks === null) {
    await work()
    return true
  }
  const ran = await world.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false
    await work()
    return true
  })
  if (ran) return true
  if (world.now() - world.lastSignOfLife() < FROZEN_AFTER_MS) return false
  await world.locks.request(LOCK, { steal: true }, work)
  return true
}

/** Waits until no page drains, then runs `work` under the lock. For the worker. */
export async function holdDrainLock<T>(work: () => Promise<T>): Promise<T> {
  return await navigator.locks.request(LOCK, work)
}
