const LOCK = 'geek-outbox-drain'
/** A drainer that gave no sign of life for so long is frozen or dead: requests end after 15 s, each with a sign. */
const FROZEN_AFTER_MS = 25_000

/** What the lock needs of the browser; injected, so that tests need none. */
export interface LockWorld {
  /** Null where the browser has none (over plain http): then every tab sends, and the ids keep each award one. */
  readonly locks: Pick<LockManager, 'request'> | null
  readonly now: () => number
  /** When a drainer in another tab last gave a sign of life, or this page began to listen for one (ms). */
  readonly lastSignOfLife: () => number
}

/**
 * Runs `work` if no other tab or worker drains; answers whether it ran. The lock is taken from a holder that is frozen
 * (fault 8): sent twice under one id, an award still counts once.
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

/** Runs `work` once no page drains; for the worker, which has no tab to look after. */
export async function holdDrainLock<T>(work: () => Promise<T>): Promise<T> {
  return await navigator.locks.request(LOCK, work)
}
