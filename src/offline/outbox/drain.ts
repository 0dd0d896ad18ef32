import { AWARDS_AT_ONCE } from '#contract/protocol'
import type { Blocked, DrainOutcome } from '../queue/sender'
import { inOrder, isWaiting, type OutboxEntry } from './outbox-entry'
import type { SentAwards } from './send-awards'
import { knownLedger, type Progress, type SettleOptions, settle, undoAllCancelled } from './settle-outcomes'

export interface DrainOptions extends SettleOptions {
  /** Sends only this account's awards (fault 16). */
  readonly userId: string
  /** Determines the times of these awards before any of them is sent (fault 50). */
  readonly settleTimes: (waiting: readonly OutboxEntry[]) => Promise<Blocked | null>
  readonly send: (entries: readonly OutboxEntry[]) => Promise<SentAwards>
  /** The number of concurrent batches. A team's awards stay in one lane, in their order. */
  readonly lanes?: number
}

/** Fewer than the six connections that browsers open per server, so that calls of screens do not wait for a drain. */
const LANES = 4

async function waitingEntries({ store, userId }: DrainOptions, failedTeams: ReadonlySet<string>): Promise<OutboxEntry[]> {
  const { entries } = await store.read()
  return inOrder(entries).filter((entry) => entry.userId === userId && isWaiting(entry) && !failedTeams.has(entry.teamId))
}

/** An award that an earlier ledger recorded and voided: all that this ledger may lack is the void. */
const isVoidOnly = ({ again, cancelled }: OutboxEntry) => again && cancelled

/** Sends a batch, or its first award. Returns the awards that the server said nothing about. */
async function sendBatch(options: DrainOptions, batch: readonly OutboxEntry[], progress: Progress): Promise<OutboxEntry[]> {
  const ids = batch.map(({ awardId }) => awardId)
  const marked = await options.store.update(ids, (stored) =>
    isWaiting(stored) && !stored.attempted ? { ...stored, attempted: true } : stored,
  )
  // Missing ones were cancelled before they were sent, or sent by another page.
  const left = ids.flatMap((awardId) => marked.get(awardId) ?? []).filter(isWaiting)
  const voids = left.filter(isVoidOnly).map((entry) => [entry, null] as const)
  await undoAllCancelled(options, voids, progress)
  const entries = left.filter((entry) => !isVoidOnly(entry) && !progress.failedTeams.has(entry.teamId))
  if (entries.length === 0 || progress.stopped !== null) return []
  const by = knownLedger()
  const answer = await options.send(entries)
  await settle(options, entries, answer, by, progress)
  // A response without any outcome would be requested forever.
  if (answer.outcomes.size === 0) for (const { teamId } of entries) progress.failedTeams.add(teamId)
  return entries.filter(({ awardId }) => !answer.outcomes.has(awardId))
}

/** Distributes awards over lanes of similar length. All awards of a team share a lane. */
function divide(waiting: readonly OutboxEntry[], lanes: number): OutboxEntry[][] {
  const teams = new Map<string, OutboxEntry[]>()
  for (const entry of waiting) teams.set(entry.teamId, [...(teams.get(entry.teamId) ?? []), entry])
  const divided: OutboxEntry[][] = Array.from({ length: Math.min(lanes, teams.size) }, () => [])
  for (const entries of [...teams.values()].sort((a, b) => b.length - a.length)) {
    divided.reduce((least, lane) => (lane.length < least.length ? lane : least)).push(...entries)
  }
  return divided.map(inOrder)
}

/**
 * Sends waiting awards, each team's in their order, until none is left, including those added meanwhile (fault 11). A
 * refused award is set aside and does not block others (fault 12). Rejects if storage fails.
 */
export async function drain(options: DrainOptions): Promise<DrainOutcome> {
  const progress: Progress = { stopped: null, failedTeams: new Set() }
  /** Why the device's storage failed in lanes. */
  const broken: unknown[] = []
  for (;;) {
    const waiting = await waitingEntries(options, progress.failedTeams)
    if (waiting.length === 0) break
    const blocked = await options.settleTimes(waiting)
    if (blocked !== null) return blocked
    const lane = async (entries: readonly OutboxEntry[]) => {
      let left = entries
      while (left.length > 0 && progress.stopped === null && broken.length === 0) {
        const unanswered = await sendBatch(options, left.slice(0, AWARDS_AT_ONCE), progress)
        left = [...unanswered, ...left.slice(AWARDS_AT_ONCE)].filter(({ teamId }) => !progress.failedTeams.has(teamId))
      }
    }
    const lanes = divide(waiting, options.lanes ?? LANES).map((entries) =>
      lane(entries).catch((reason: unknown) => void broken.push(reason)),
    )
    await Promise.all(lanes)
    // Not before all lanes have ended: a lane that outlived the drain would send without the lock.
    if (broken.length > 0) throw broken[0]
    if (progress.stopped !== null) return progress.stopped
  }
  return progress.failedTeams.size > 0 ? { is: 'later', silent: false, retryAfterMs: null } : { is: 'empty' }
}
