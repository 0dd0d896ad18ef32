import * as v from 'valibot'
import { TOPICS } from '#contract/topics'

const ids = v.optional(v.pipe(v.array(v.string()), v.readonly()))

/** A part of what a write changed, and whom it concerns. Those who are named hear only the topics that can concern them. */
export const concernSchema = v.object({
  of: v.pipe(v.array(v.picklist(TOPICS)), v.readonly()),
  /** `user`, `team` and `invites` of these accounts. */
  users: ids,
  /** `user` and `team` of these teams' members. */
  teams: ids,
  /** `invites` of these teams' captains. */
  captainsOf: ids,
  /** `booth` of these booths' staff. */
  vendors: ids,
  /** Who hears `event` and `message`; everybody by default. */
  to: v.optional(v.picklist(['players', 'staff'])),
})
export type Concern = Readonly<v.InferOutput<typeof concernSchema>>

/** The parts of the data that caches are made of. The event's booths, point types, tags and settings are part of each. */
export type Part = 'accounts' | 'roster' | 'ledger' | 'messages'

/**
 * What a commit may have changed: the part that its lock covered, or anything. `ledger` has the teams whose awards changed.
 * The lock decides which caches are cleared; `concerns` only who is notified, without it everybody.
 */
export type Commit = { readonly concerns?: readonly Concern[] | undefined } & (
  | { readonly on: Exclude<Part, 'ledger'> }
  | { readonly on: 'ledger'; readonly teamIds: readonly string[] }
  /** `unread`: the change log could not be read in time, so nothing kept may be shown. What it holds is published once it can be read. */
  | { readonly on: 'anything'; readonly unread?: boolean }
)

/** Whether a change may concern what is made of these parts. */
export function affects({ on }: Commit, parts: readonly Part[]): boolean {
  return on === 'anything' || parts.includes(on)
}

/** Publishes commits, those of other processes within a second. */
export interface CommitFeed {
  /** Subscribes. Returns an unsubscribe function. `listener` must not throw. */
  subscribe(listener: (commit: Commit) => void): () => void
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

export interface CommitSource extends CommitFeed {
  publish(commit: Commit): void
  /** Ends all subscriptions. */
  close(): void
}

/**
 * `startWatch` starts watching for commits of other processes, with the first subscriber: the command line has none.
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
 * Shares runs of `work` so that each caller gets one that starts after its call: at most one runs and one waits for it, however
 * many ask.
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
