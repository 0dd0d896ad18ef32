import { inOrder, type OutboxEntry } from './outbox-entry'
import type { OutboxStore } from './outbox-store'

/** How one attempt to send, or to void, ended. */
export type SendOutcome =
  | { readonly is: 'recorded' }
  | { readonly is: 'refused'; readonly code: string; readonly reason: string }
  /** This one could not be taken; others may be. */
  | { readonly is: 'failed' }
  /** Nobody answers (silent), or the server asks for a pause: none can be taken now. */
  | { readonly is: 'unreachable'; readonly silent: boolean; readonly retryAfterMs: number | null }
  /** The session is over, or another account's: this account must sign in first. */
  | { readonly is: 'other-session' }

export interface DrainOptions {
  readonly store: OutboxStore
  /** Only this account's awards are sent (fault 16). */
  readonly userId: string
  readonly send: (entry: OutboxEntry) => Promise<SendOutcome>
  /** Takes back an award that is recorded; 'recorded' means that it is voided now. */
  readonly undo: (entry: OutboxEntry) => Promise<SendOutcome>
  /** Told of each entry that has left the outbox (null) or changed. */
  readonly onChange?: (awardId: string, entry: OutboxEntry | null) => void
  /** Awards to so many teams are under way at once; to one team they go in their order. */
  readonly lanes?: number
}

export type DrainOutcome =
  | { readonly is: 'empty' }
  | { readonly is: 'later'; readonly silent: boolean; readonly retryAfterMs: number | null }
  | { readonly is: 'other-session' }

/** More than the six connections that browsers open to a server, so that none of them waits while a lane writes to the disk. */
const LANES = 12

interface Progress {
  /** Set once nothing more can be sent in this drain. */
  stopped: DrainOutcome | null
  /** The device's storage failed under a lane. */
  broken: { readonly reason: unknown } | null
  /** Awards that could not be taken in this drain; their teams wait for the next. */
  readonly failedTeams: Set<string>
}

async function waitingEntries({ store, userId }: DrainOptions, failedTeams: ReadonlySet<string>): Promise<OutboxEntry[]> {
  const { entries } = await store.read()
  return inOrder(entries).filter((entry) => entry.userId === userId && entry.refusal === null && !failedTeams.has(entry.teamId))
}

async function sendOne(options: DrainOptions, { awardId, teamId }: OutboxEntry, progress: Progress): Promise<void> {
  const { store, send, undo, onChange } = options
  const entry = await store.change(awardId, (stored) => ({ ...stored, attempted: true }))
  // Its maker took it back before it was ever sent.
  if (entry === null) return
  let outcome = await send(entry)
  const recorded = outcome.is === 'recorded'
  if (recorded) {
    const wanted = await store.take(awardId, (stored) => !stored.cancelled)
    // Gone already: another page sent a copy of it, and nobody wants it back.
    if (wanted || (await store.change(awardId, (stored) => stored)) === null) {
      onChange?.(awardId, null)
      return
    }
    outcome = await undo(entry)
  }
  switch (outcome.is) {
    case 'recorded':
      await store.take(awardId, () => true)
      onChange?.(awardId, null)
      return
    case 'refused': {
      const { code, reason } = outcome
      // What was taken back and never given needs nobody's eye.
      if (!recorded && (await store.take(awardId, (stored) => stored.cancelled))) {
        onChange?.(awardId, null)
        return
      }
      const setAside = await store.change(awardId, (stored) => ({ ...stored, refusal: { code, reason } }))
      onChange?.(awardId, setAside)
      return
    }
    case 'failed':
      progress.failedTeams.add(teamId)
      return
    case 'unreachable':
      progress.stopped ??= { ...outcome, is: 'later' }
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
  const progress: Progress = { stopped: null, broken: null, failedTeams: new Set() }
  for (;;) {
    const waiting = await waitingEntries(options, progress.failedTeams)
    if (waiting.length === 0) break
    const teams = [...new Set(waiting.map((entry) => entry.teamId))]
    const lane = async () => {
      for (let team = teams.shift(); team !== undefined; team = teams.shift()) {
        for (const entry of waiting.filter((one) => one.teamId === team)) {
          if (progress.stopped !== null || progress.broken !== null || progress.failedTeams.has(entry.teamId)) break
          await sendOne(options, entry, progress).catch((reason: unknown) => {
            progress.broken ??= { reason }
          })
        }
      }
    }
    await Promise.all(Array.from({ length: options.lanes ?? LANES }, lane))
    // Only now: a lane that outlived the drain would send without the lock.
    if (progress.broken !== null) throw progress.broken.reason
    if (progress.stopped !== null) return progress.stopped
  }
  return progress.failedTeams.size > 0 ? { is: 'later', silent: false, retryAfterMs: null } : { is: 'empty' }
}
