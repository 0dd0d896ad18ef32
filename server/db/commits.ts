import * as v from 'valibot'
import { TOPICS } from '#contract/topics'

const idList = v.pipe(v.array(v.string()), v.readonly())
const ids = v.optional(idList)

/**
 * Changed topics and the people they concern. Each named person receives only topics that can
 * concern them.
 */
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

/**
 * The kinds of data that caches depend on. The event itself (booths, point types, tags, settings) is
 * no kind of its own: its change is `anything`, which clears every cache.
 */
export type CachedData = 'accounts' | 'roster' | 'ledger' | 'messages'

/**
 * The data that a commit may have changed: the data its lock covers, or anything. `ledger` names
 * the teams whose awards changed. The lock decides which caches are cleared; `concerns` decides
 * only who is notified (everybody if missing). Never rename a field: other servers, maybe of
 * another version, read it in the log.
 */
export type Commit = { readonly concerns?: readonly Concern[] | undefined } & (
  | { readonly on: Exclude<CachedData, 'ledger'> }
  | { readonly on: 'ledger'; readonly teamIds: readonly string[] }
  /**
   * `unread`: the change log could not be read in time, so nothing cached may be used. The commits
   * in the log are published once it has been read.
   */
  | { readonly on: 'anything'; readonly unread?: boolean }
)

/** Whether a commit may have changed one of these kinds of data. */
export function affects({ on }: Commit, data: readonly CachedData[]): boolean {
  return on === 'anything' || data.includes(on)
}

/** Publishes commits: those of this process at once, those of other processes within a second. */
export interface CommitFeed {
  /** Subscribes, and returns the function that unsubscribes. `listener` must not throw. */
  subscribe(listener: (commit: Commit) => void): () => void
  /**
   * Resolves when every commit that any server acknowledged before this call has been published.
   * Await it before a call of the API reads anything, so that everybody reads their own writes on
   * every server (fault 61).
   */
  catchUp(): Promise<void> | undefined
  /**
   * Resolves when other servers know of this server and wait for its commits. Until then it must
   * answer no calls.
   */
  joined(): Promise<void>
}

/** Watches for commits of other processes. */
export interface Watch {
  /** Same as `CommitFeed.catchUp`. */
  check(): Promise<void> | undefined
  /** Same as `CommitFeed.joined`. */
  readonly joined?: Promise<void>
  end(): void
}

export interface CommitSource extends CommitFeed {
  publish(commit: Commit): void
  /** Ends all subscriptions. */
  close(): void
}

/**
 * Creates the source. Calls `startWatch` at the first subscription, because the command line
 * subscribes to nothing and needs no watch.
 */
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

/**
 * Shares runs of `work`: each caller gets a run that starts after its call. At most one run is in
 * progress, and at most one waits.
 */
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
