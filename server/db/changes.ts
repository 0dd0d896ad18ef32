import { type Lock, Overloaded } from './database'
import { isUnavailable } from './unavailable'

/**
 * What a commit may have changed: what its lock held, or anything at all where another process wrote and nobody knows what.
 * `ledger` names the teams whose awards changed.
 */
export type Change =
  | { readonly on: 'accounts' | 'roster' | 'event' }
  | { readonly on: 'ledger'; readonly teamIds: readonly string[] }
  | { readonly on: 'anything' }

/** Tells of changes after their commit, on every server of one database within a second. */
export interface ChangeFeed {
  /** Returns a function that ends the subscription. `listener` must not throw. */
  subscribe(listener: (change: Change) => void): () => void
  /**
   * Looks for commits of other processes where that is cheap, so that a reading that follows the command line's work sees
   * it. Elsewhere they are told of within a second.
   */
  catchUp(): void
}

/** A running look-out for commits of other processes. */
export interface Watch {
  /** Looks now, unless it looked a moment ago. */
  look(): void
  end(): void
}

export interface ChangeSource extends ChangeFeed {
  announce(change: Change): void
  /** Ends every subscription. */
  close(): void
}

/**
 * `startWatch` starts looking for what other processes commit. It runs only while somebody listens: the command line never
 * does.
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
    catchUp: () => watch?.look(),
    announce(change) {
      for (const listener of listeners) listener(change)
    },
    close() {
      listeners.clear()
      stopWatching()
    },
  }
}

/**
 * Runs a write and then tells of its change: also where the database broke off, because nobody knows then whether it
 * committed.
 */
export async function telling<T>(write: () => Promise<T>, tell: () => void): Promise<T> {
  try {
    const result = await write()
    tell()
    return result
  } catch (reason) {
    if (isUnavailable(reason) && !(reason instanceof Overloaded)) tell()
    throw reason
  }
}

/** The change that a commit under this lock may have made. */
export function changeUnder(lock: Lock): Change {
  switch (lock.on) {
    case 'ledger':
      return { on: 'ledger', teamIds: [lock.teamId] }
    case 'ledgers':
      return { on: 'ledger', teamIds: [...new Set(lock.teamIds)] }
    case 'score':
      return { on: 'roster' }
    case 'accounts':
    case 'roster':
    case 'event':
      return { on: lock.on }
  }
}
