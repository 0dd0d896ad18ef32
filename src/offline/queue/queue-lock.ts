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
 * @param lastSignOfLife when the last message of another tab arrived, or else when this page began to listen (ms, `now`); null if tabs
 * say nothing: then nothing is stolen
 */
export async function withQueueLock<T>(
  name: string,
  { locks, now }: LockWorld,
  lastSignOfLife: () => number | null,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  if (locks === null) return await work()
  const ran = await locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? 'busy' : await work()))
  if (ran !== 'busy') return ran
  const heard = lastSignOfLife()
  if (heard === null || now() - heard < FROZEN_AFTER_MS) return 'busy'
  return await locks.request(name, { steal: true }, work)
}
