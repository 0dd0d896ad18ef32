import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cast, type Order, scheduleOf } from './cast'
import type { Meter } from './meter'
import type { Line, Phone } from './phone'

/** Booths that still hold awards after the end go on sending for so long (ms). */
const LAST_DRAIN_MS = 60_000

/** An award as its booth made it, and what the server finally said of it. */
export interface MadeAward {
  readonly input: Readonly<Record<'award_id' | 'team_id' | 'point_type' | 'user_id' | 'vendor_id', string>>
  readonly points: number
  readonly madeAt: number
  /** Made within the pause of an earlier one on purpose. */
  readonly tooSoon: boolean
  /** `recorded`, or the code of the refusal; null while it waits. */
  outcome: string | null
  attempts: number
}

/** A team as its captain founded it, with whom the server said to be its members. */
export interface FoundedTeam {
  readonly id: string
  readonly name: string
  readonly captain: Phone
  memberIds: ReadonlySet<string>
}

/** Everything that was sent and what the server answered, for the comparison with the ledger. */
function createBook() {
  return {
    awards: [] as MadeAward[],
    teams: [] as FoundedTeam[],
    /** The award that the server named to a team for a tag, by both. */
    bonuses: new Map<string, string>(),
    /** What the server said against its own word. */
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
    /** Enters an answer. The first one holds: another one later is a contradiction. */
    settle(award: MadeAward, outcome: string): void {
      award.outcome ??= outcome
      if (award.outcome === outcome) return
      this.contradictions.push(`award ${award.input.award_id} was answered as ${award.outcome}, later as ${outcome}`)
    },
  }
}

/** What everybody in a rehearsal shares. */
export function createStage(parts: { cast: Cast; meter: Meter; line: Line; order: Order }, stopped: AbortSignal) {
  // Each phone waits for it.
  setMaxListeners(0, stopped)
  const [schedule, startedAt] = [scheduleOf(parts.order), performance.now()]
  const elapsed = () => performance.now() - startedAt
  let endsAt = schedule.wholeMs
  stopped.addEventListener('abort', () => (endsAt = elapsed()))
  return {
    ...parts,
    schedule,
    book: createBook(),
    elapsed,
    isOver: () => stopped.aborted,
    /** Whether what is late may still be sent. */
    isPatient: () => elapsed() < endsAt + LAST_DRAIN_MS,
    /** Ends early if the rehearsal is stopped. Waiting awards are sent after a stop too, so there must be some pause. */
    async pause(ms: number): Promise<void> {
      if (stopped.aborted) await sleep(Math.min(ms, 200))
      else await sleep(ms, undefined, { signal: stopped }).catch(() => undefined)
    },
  }
}
export type Stage = ReturnType<typeof createStage>

export const between = (from: number, to: number) => from + Math.random() * (to - from)
export const pick = <T>(list: readonly T[]): T | null => list[Math.floor(Math.random() * list.length)] ?? null
