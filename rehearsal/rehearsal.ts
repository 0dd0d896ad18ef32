import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from './meter'
import type { Phone, Phones } from './phone'
import { type RehearsalPlan, type RehearsalSize, scheduleOf } from './plan'

/** How long booths go on sending waiting awards after the rehearsal's end (ms). */
const LAST_DRAIN_MS = 60_000

/** An award as made by its booth, and its outcome. */
export interface MadeAward {
  readonly input: Readonly<
    Record<'award_id' | 'team_id' | 'point_type' | 'user_id' | 'vendor_id', string>
  >
  readonly points: number
  readonly madeAt: number
  /** Made within an earlier award's cooldown on purpose. */
  readonly tooSoon: boolean
  /** `recorded`, or the code of the refusal; null while it waits. */
  outcome: string | null
  attempts: number
}

/** A team with the members returned by the server. */
export interface RehearsedTeam {
  readonly id: string
  readonly name: string
  readonly captain: Phone
  memberIds: ReadonlySet<string>
}

/** Records what was sent and answered, for the comparison with the ledger. */
function createResults() {
  return {
    awards: [] as MadeAward[],
    teams: [] as RehearsedTeam[],
    /** Ids of the awards that the server returned for bonuses, by team and tag. */
    bonuses: new Map<string, string>(),
    /** Contradictory answers of the server. */
    contradictions: [] as string[],
    counts: {
      'sign-ins': 0,
      'of them with a link (an address may make only so many a minute)': 0,
      'requests to join': 0,
      'requests accepted': 0,
      'awards sent again although recorded': 0,
      'answers lost on purpose': 0,
      'booths that were offline': 0,
      'calls with several awards': 0,
      'scans of a hidden bonus': 0,
      'readings of a whole card or board': 0,
    },
    /** Records an answer. A later, different answer is a contradiction. */
    settle(award: MadeAward, outcome: string): void {
      award.outcome ??= outcome
      if (award.outcome === outcome) return
      this.contradictions.push(
        `award ${award.input.award_id} had two answers: ${award.outcome}, then ${outcome}`,
      )
    },
  }
}

/** Creates the state shared by everybody in a rehearsal. */
export function createRehearsal(
  parts: Readonly<{ plan: RehearsalPlan; size: RehearsalSize; meter: Meter; phones: Phones }>,
  stopped: AbortSignal,
) {
  // Every phone adds a listener.
  setMaxListeners(0, stopped)
  const [schedule, startedAt] = [scheduleOf(parts.size), performance.now()]
  const elapsed = () => performance.now() - startedAt
  let endsAt = schedule.wholeMs
  stopped.addEventListener('abort', () => (endsAt = elapsed()))
  return {
    ...parts,
    schedule,
    results: createResults(),
    elapsed,
    isStopped: () => stopped.aborted,
    /** Whether waiting awards may still be sent. */
    hasTimeLeft: () => elapsed() < endsAt + LAST_DRAIN_MS,
    /**
     * Pauses; a stop ends the pause early. Pauses briefly even after a stop, because booths go on
     * to send waiting awards in a loop.
     */
    async pause(ms: number): Promise<void> {
      if (stopped.aborted) await sleep(Math.min(ms, 200))
      else await sleep(ms, undefined, { signal: stopped }).catch(() => undefined)
    },
  }
}
export type Rehearsal = ReturnType<typeof createRehearsal>

export const randomBetween = (from: number, to: number) => from + Math.random() * (to - from)
export const pick = <T>(list: readonly T[]): T | null =>
  list[Math.floor(Math.random() * list.length)] ?? null
