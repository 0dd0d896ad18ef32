import { type Lock, Overloaded } from './database'
import { isUnavailable } from './unavailable'

/**
 * What a commit may have changed: what its lock covered, or everything if another process wrote something unknown.
 * `ledger` has the teams whose awards changed.
 */
export type Change =
  | { readonly on: 'accounts' | 'roster' | 'event' }
  | { readonly on: 'ledger'; readonly teamIds: readonly string[] }
  | { readonly on: 'anything' }

/** Publishes changes after their commit, on every server of one database within a second. */
export interface ChangeFeed {
  /** Subscribes. Returns an unsubscribe function. `listener` must not throw. */
  subscribe(listener: (change: Change) => void): () => void
  /**
   * Checks for commits of other processes if that is cheap, so that a reading after a command has finished sees its changes.
   * On other engines notifications arrive within a second.
   */
  catchUp(): void
}

/** Watches for commits of other processes. */
export interface Watch {
  /** Checks now, unless it has just done so. */
  check(): void
  end(): void
}

export interface ChangeSource extends ChangeFeed {
  publish(change: Change): void
  /** Ends all subscriptions. */
  close(): void
}

/**
 * `startWatch` starts watching for commits of other processes. It runs only while there are subscribers: the command line
 * has none.
 */
export function createChangeSource(startWatch: () => Watch): ChangeSource {
  const listeners = new Set<(change: Change) => void>()
  let watch: Watch | null = null

  function stopWatching(): void {
    watch?.end()
    watch = null
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      watch ??= startWatch()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopWatching()
      }
    },
    catchUp: () => watch?.check(),
    publish(change) {
      for (const listener of listeners) listener(change)
    },
    close() {
      listeners.clear()
      stopWatching()
    },
  }
}

/**
 * Runs a write and then publishes its change, also if the connection broke, because the commit may have succeeded.
 */
export async function writeAndPublish<T>(write: () => Promise<T>, publish: () => void): Promise<T> {
  try {
    const result = await write()
    publish()
    return result
  } catch (reason) {
    if (isUnavailable(reason) && !(reason instanceof Overloaded)) publish()
    throw reason
  }
}

/** The change that a commit under this lock may have made; null if no reading depends on it. */
export function changeUnder(lock: Lock): Change | null {
  switch (lock.on) {
    case 'ledger':
      return { on: 'ledger', teamIds: [lock.teamId] }
    case 'ledgers':
      return { on: 'ledger', teamIds: [...new Set(lock.teamIds)] }
    case 'score':
      return { on: 'roster' }
    case 'sms':
      return null
    case 'accounts':
    case 'roster':
    case 'event':
      return { on: lock.on }
  }
}
