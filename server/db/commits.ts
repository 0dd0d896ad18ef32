import * as v from 'valibot'
import { TOPICS } from '#contract/topics'

const idList = v.pipe(v.array(v.string()), v.readonly())
const ids = v.optional(idList)

/** Topics that a write changed, and whom they concern. Whoever is named receives only those topics that can concern them. */
export const concernSchema = v.object({
  of: v.pipe(v.array(v.picklist(TOPICS)), v.readonly()),
  /** `user`, `team` and `invites` of these accounts. */
  users: ids,
  /** `user` and `team` of these teams' members. */
  teams: ids,
  /** `invites` of these teams' captains. */
  captainsOf: ids,
  /** `booth` of these booths' staff. */
  vendors: v.optional(v.union([idList, v.literal('all')])),
  /** The recipients of `event` and `message`; everybody by default. */
  to: v.optional(v.picklist(['players', 'staff'])),
})
export type Concern = Readonly<v.InferOutput<typeof concernSchema>>

/** The kinds of data that caches depend on. Each includes the event's booths, point types, tags and settings. */
export type CachedData = 'accounts' | 'roster' | 'ledger' | 'messages'

/**
 * The data that a commit may have changed: what its lock covered, or anything. `ledger` has the teams whose awards changed.
 * The lock decides which caches are cleared; `concerns` only who is notified, without it everybody.
 */
export type Commit = { readonly concerns?: readonly Concern[] | undefined } & (
  | { readonly on: Exclude<CachedData, 'ledger'> }
  | { readonly on: 'ledger'; readonly teamIds: readonly string[] }
  /** `unread`: the change log could not be read in time, so nothing cached may be shown. Its commits are published once they are read. */
  | { readonly on: 'anything'; readonly unread?: boolean }
)

/** Whether a commit may have changed any of these data. */
export function affects({ on }: Commit, data: readonly CachedData[]): boolean {
  return on === 'anything' || data.includes(on)
}

/** Publishes commits, those of other processes within a second. */
export interface CommitFeed {
  /** Subscribes. Returns an unsubscribe function. `listener` must not throw. */
  subscribe(listener: (commit: Commit) => void): () => void
  /**
   * Resolves when every commit that any server acknowledged before has been published. Awaited before a call reads anything, so
   * that everybody reads their own writes on every server (fault 61).
   */
  catchUp(): Promise<void> | undefined
  /** Resolves when other servers know of this one and wait for its commits. Until then it answers no calls. */
  joined(): Promise<void>
}

/** Watches for commits of other processes. */
export interface Watch {
  /** As `catchUp`. */
  check(): Promise<void> | undefined
  /** As `CommitFeed.joined`. */
  readonly joined?: Promise<void>
  end(): void
}

export interface CommitSource extends CommitFeed {
  publish(commit: Commit): void
  /** Ends all subscriptions. */
  close(): void
}

/** `startWatch` is called with the first subscriber: the command line has none. */
export function createCommitSource(startWatch: () => Watch): CommitSource {
  const listeners = new Set<(commit: Commit) => void>()
  let watch: Watch | null = null

  return {
    subscribe(listener) {
      listeners.add(listener)
      watch ??= startWatch()
      return () => void listeners.delete(listener)
    },
    catchUp: () => watch?.check(),
    joined: async () => await watch?.joined,
    publish(commit) {
      for (const listener of listeners) listener(commit)
    },
    close() {
      listeners.clear()
      watch?.end()
    },
  }
}

/** Shares runs of `work` so that each caller gets one that starts after its call: at most one runs, and at most one waits for it. */
export function coalesceRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null

  function start(): Promise<T> {
    next = null
    running = work().finally(() => {
      running = null
    })
    return running
  }

  return () => {
    if (next !== null) return next
    if (running === null) return start()
    next = running.then(start, start)
    return next
  }
}
