import { inOrder, type OutboxEntry } from './outbox-entry'
import type { OutboxStore } from './outbox-store'

/** How one attempt to send ended. */
export type SendOutcome =
  | { readonly is: 'recorded' }
  | { readonly is: 'refused'; readonly code: string; readonly reason: string }
  /** This one could not be taken; others may be. */
  | { readonly is: 'failed' }
  /** The server cannot be reached or asks for a pause: none can be taken now. */
  | { readonly is: 'unreachable'; readonly retryAfterMs: number | null }
  /** The session is over, or another account's: this account must sign in first. */
  | { readonly is: 'other-session' }

export interface DrainOptions {
  readonly store: OutboxStore
  /** Only this account's awards are sent (fault 16). */
  readonly userId: string
  readonly send: (entry: OutboxEntry) => Promise<SendOutcome>
  /** Awards to so many teams are under way at once; to one team they go in their order. */
  readonly lanes?: number
}

export type DrainOutcome =
  | { readonly is: 'empty' }
  | { readonly is: 'later'; readonly retryAfterMs: number | null }
  | { readonly is: 'other-session' }

const LANES = 8

interface Progress {
  /** Set once nothing more can be sent in this drain. */
  stopped: DrainOutcome | null
  /** Awards that could not be taken in this drain; their teams wait for the next. */
  readonly failedTeams: Set<string>
}

async function waitingEntries({ store, userId }: DrainOptions, failedTeams: ReadonlySet<string>): Promise<OutboxEntry[]> {
  const { entries } = await store.read()
  return inOrder(entries).filter((entry) => entry.userId === userId && entry.refusal === null && !failedTeams.has(entry.teamId))
}

async function sendOne({ store, send }: DrainOptions, entry: OutboxEntry, progress: Progress): Promise<void> {
  await store.change(entry.awardId, (stored) => ({ ...stored, attempted: true }))
  const outcome = await send(entry)
  switch (outcome.is) {
    case 'recorded':
      await store.remove(entry.awardId)
      return
    case 'refused': {
      const { code, reason } = outcome
      await store.change(entry.awardId, (stored) => ({ ...stored, refusal: { code, reason } }))
      return
    }
    case 'failed':
      progress.failedTeams.add(entry.teamId)
      return
    case 'unreachable':
      progress.stopped ??= { is: 'later', retryAfterMs: outcome.retryAfterMs }
      return
    case 'other-session':
      progress.stopped ??= { is: 'other-session' }
      return
  }
}

/**
 * Sends what waits: teams side by side, each team's awards one after the other. Goes on until nothing waits, also for
 * what is added meanwhile (fault 11). A refused award is set aside and holds up nothing (fault 12).
 */
export async function drain(options: DrainOptions): Promise<DrainOutcome> {
  const progress: Progress = { stopped: null, failedTeams: new Set() }
  for (;;) {
    const waiting = await waitingEntries(options, progress.failedTeams)
    if (waiting.length === 0) break
    const teams = [...new Set(waiting.map((entry) => entry.teamId))]
    const lane = async () => {
      for (let team = teams.shift(); team !== undefined; team = teams.shift()) {
        for (const entry of waiting.filter((one) => one.teamId === team)) {
          if (progress.stopped !== null || progress.failedTeams.has(entry.teamId)) break
          await sendOne(options, entry, progress)
        }
      }
    }
    await Promise.all(Array.from({ length: options.lanes ?? LANES }, lane))
    if (progress.stopped !== null) return progress.stopped
  }
  return progress.failedTeams.size > 0 ? { is: 'later', retryAfterMs: null } : { is: 'empty' }
}
