import type { Topic } from '#contract/topics'
import { type Lock, Overloaded } from './database'
import { isUnavailable } from './unavailable'

/** A part of what a write changed, and whom it concerns. Those who are named hear only the topics that can concern them. */
export interface Concern {
  readonly of: readonly Topic[]
  /** `user`, `team` and `invites` of these accounts. */
  readonly users?: readonly string[] | undefined
  /** `user` and `team` of these teams' members. */
  readonly teams?: readonly string[] | undefined
  /** `invites` of these teams' captains. */
  readonly captainsOf?: readonly string[] | undefined
  /** `booth` of these booths' staff. */
  readonly vendors?: readonly string[] | undefined
  /** Who hears `event` and `message`; everybody by default. */
  readonly to?: 'players' | 'staff' | undefined
}

/**
 * What a commit may have changed: what its lock covered, or everything if another process wrote something unknown.
 * `ledger` has the teams whose awards changed. Without `concerns` it may concern everybody.
 */
export type Change =
  | { readonly on: 'accounts' | 'roster' | 'event' | 'messages'; readonly concerns?: readonly Concern[] | undefined }
  | { readonly on: 'ledger'; readonly teamIds: readonly string[]; readonly concerns?: readonly Concern[] | undefined }
  /** `blind`: the commits of other processes cannot be heard at the moment. Another change follows once they can. */
  | { readonly on: 'anything'; readonly blind?: boolean }

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

/** The part of a write that talks to the database; `tell` says whom the change concerns. */
export type Work<Db, T> = (db: Db, tell: (concern: Concern) => void) => Promise<T>

/**
 * Runs a write and then publishes its change, also if the connection broke, because the commit may have succeeded. Work that
 * tells nothing may concern everybody, so that no change is forgotten.
 */
export async function writeAndPublish<Db, T>(
  lock: Lock,
  work: Work<Db, T>,
  write: (work: (db: Db) => Promise<T>) => Promise<T>,
  publish: (change: Change) => void,
): Promise<T> {
  // Without a run to its end nothing can have been committed.
  let concerns: readonly Concern[] | undefined = []
  const change = changeUnder(lock)
  const publishNow = () => {
    if (change !== null) publish({ ...change, concerns })
  }
  try {
    const result = await write(async (db) => {
      const told: Concern[] = []
      const worked = await work(db, (concern) => void told.push(concern))
      concerns = told.length > 0 ? told : undefined
      return worked
    })
    publishNow()
    return result
  } catch (reason) {
    if (isUnavailable(reason) && !(reason instanceof Overloaded)) publishNow()
    throw reason
  }
}

/** The change that a commit under this lock may have made; null if no reading depends on it. */
function changeUnder(lock: Lock): Exclude<Change, { on: 'anything' }> | null {
  switch (lock.on) {
    case 'ledger':
      return { on: 'ledger', teamIds: [lock.teamId] }
    case 'ledgers':
      return { on: 'ledger', teamIds: [...new Set(lock.teamIds)] }
    case 'score':
      return { on: 'roster' }
    case 'sms':
    case 'devices':
    case 'search':
      return null
    case 'accounts':
    case 'roster':
    case 'event':
    case 'messages':
      return { on: lock.on }
  }
}
