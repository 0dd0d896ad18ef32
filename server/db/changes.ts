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

/** The parts of the data that caches are made of. The event's booths, point types, tags and settings are part of each. */
export type Part = 'accounts' | 'roster' | 'ledger' | 'messages'

/**
 * What a commit may have changed: the part that its lock covered, or anything. `ledger` has the teams whose awards changed.
 * Caches go by this, whatever the write tells. Streams go by `concerns`; without them it concerns everybody.
 */
export type Change = { readonly concerns?: readonly Concern[] | undefined } & (
  | { readonly on: Exclude<Part, 'ledger'> }
  | { readonly on: 'ledger'; readonly teamIds: readonly string[] }
  /** `unread`: the change log could not be read in time, so nothing kept may be shown. What it holds is published once it can be read. */
  | { readonly on: 'anything'; readonly unread?: boolean }
)

/** Whether a change may concern what is made of these parts. */
export function isAbout({ on }: Change, parts: readonly Part[]): boolean {
  return on === 'anything' || parts.includes(on)
}

/** Publishes changes after their commit, those of other processes within a second. */
export interface ChangeFeed {
  /** Subscribes. Returns an unsubscribe function. `listener` must not throw. */
  subscribe(listener: (change: Change) => void): () => void
  /**
   * Resolves when every commit that was acknowledged before, by whichever server, has been published. Called before a call reads
   * anything, so that everybody reads their own writes on every server (fault 61).
   */
  catchUp(): Promise<void> | undefined
  /** Resolves when other servers have noticed this one, so that they wait for its commits. Until then it answers no calls. */
  joined(): Promise<void>
}

/** Watches for commits of other processes. */
export interface Watch {
  /** Resolves when the commits before are published. */
  check(): Promise<void> | undefined
  /** Resolves when other servers have noticed this one. */
  readonly joined?: Promise<void>
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
    joined: async () => await watch?.joined,
    publish(change) {
      for (const listener of listeners) listener(change)
    },
    close() {
      listeners.clear()
      stopWatching()
    },
  }
}

/** Says whom a write concerns; it may say so several times. */
type Tell = (concern: Concern | 'nobody') => void

/** The part of a write that talks to the database. */
export type Work<Db, T> = (db: Db, tell: Tell) => Promise<T>

/** A write that is done but for its commit. */
export interface Done<T> {
  readonly result: T
  /** null if no reading depends on it. */
  readonly change: Change | null
}

/**
 * Runs a write and then publishes its change, also if the connection broke, because the commit may have succeeded. Work that
 * tells nothing may concern everybody, so that no change is forgotten.
 */
export async function writeAndPublish<Db, T>(
  lock: Lock,
  work: Work<Db, T>,
  write: (run: (db: Db) => Promise<Done<T>>) => Promise<Done<T>>,
  changes: { publish(change: Change): void },
): Promise<T> {
  const under = changeUnder(lock)
  // Without a run to its end nothing can have been committed.
  let change: Change | null = under && { ...under, concerns: [] }
  const publishNow = () => {
    if (change !== null) changes.publish(change)
  }
  try {
    const { result } = await write(async (db) => {
      const told: (Concern | 'nobody')[] = []
      const worked = await work(db, (concern) => void told.push(concern))
      const concerns = told.length === 0 ? undefined : told.filter((one) => one !== 'nobody')
      change = under && { ...under, concerns }
      return { result: worked, change }
    })
    publishNow()
    return result
  } catch (reason) {
    if (isUnavailable(reason) && !(reason instanceof Overloaded)) publishNow()
    throw reason
  }
}

/** The change that a commit under this lock may have made; null if nothing depends on it. */
function changeUnder(lock: Lock): Change | null {
  switch (lock.on) {
    case 'records':
      return null
    case 'event':
      return { on: 'anything' }
    case 'ledger':
      return { on: 'ledger', teamIds: [...new Set(lock.teamIds)] }
    case 'accounts':
    case 'roster':
    case 'messages':
      return { on: lock.on }
  }
}
