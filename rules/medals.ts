import { hallOf } from './hall'

/** Rule 20: every medal, in the order in which they are shown. */
export const MEDALS = ['prvi', 'tri_hale', 'svi', 'lovac', 'maraton', 'nocna', 'krug'] as const
export type Medal = (typeof MEDALS)[number]

/** Medals earned by reaching a number of something. */
const COUNTED_MEDALS = ['tri_hale', 'lovac', 'maraton', 'krug'] as const satisfies readonly Medal[]
type CountedMedal = (typeof COUNTED_MEDALS)[number]

/** An entry of the team's ledger that is not voided. */
export interface MedalEntry {
  readonly kind: 'award' | 'bonus' | 'adjustment'
  /** null unless a booth gave it. */
  readonly vendorId: string | null
  readonly points: number
  /** Time from which the entry counts (ms, `countsFrom`). */
  readonly from: number
}

export interface MedalBooth {
  readonly vendorId: string
  readonly location: string
  /** False for a booth without point types that are worth points. */
  readonly gives: boolean
  /** When it was closed (ms); null if it is open. */
  readonly closedAt: number | null
}

export interface MedalFacts {
  readonly entries: readonly MedalEntry[]
  /** The event's booths. */
  readonly booths: readonly MedalBooth[]
  /** When each of the team's members joined (ms). */
  readonly joinedAt: readonly number[]
  /** When the event ends (ms); null if it has no end. */
  readonly endsAt: number | null
  /** The event's time zone, for example Europe/Zagreb. */
  readonly timeZone: string
}

const HALLS = 3
const MIN_MEMBERS = 3
/** Treasures required for the medal `lovac`. */
export const TREASURES_OF_HUNTER = 3
const HOURS = 6
const LAST_HOUR_MS = 3_600_000

/**
 * In every time zone, clocks differ from UTC by a multiple of a quarter of an hour, so all times
 * within a quarter are in the same clock hour.
 */
const QUARTER_MS = 900_000

type Clock = (quarter: number) => { readonly day: string; readonly hour: string }
/**
 * Clocks by time zone. Each caches formatted quarters, because formatting takes longer than reading
 * an entry.
 */
const clocks = new Map<string, Clock>()

function clockOf(timeZone: string): Clock {
  const cachedClock = clocks.get(timeZone)
  if (cachedClock !== undefined) return cachedClock
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  const cached = new Map<number, ReturnType<Clock>>()
  function clock(quarter: number): ReturnType<Clock> {
    const known = cached.get(quarter)
    if (known !== undefined) return known
    const parts = format.formatToParts(quarter * QUARTER_MS)
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
    const time = { day: `${part('year')}-${part('month')}-${part('day')}`, hour: part('hour') }
    cached.set(quarter, time)
    return time
  }
  clocks.set(timeZone, clock)
  return clock
}

/** Progress towards a medal that counts something. */
export interface MedalProgress {
  readonly done: number
  readonly of: number
}

interface Medals {
  readonly earned: Medal[]
  /** Progress of medals not earned yet. */
  readonly progress: Partial<Record<Medal, MedalProgress>>
}

/** Returns the largest number of different clock hours on any one day. */
function mostHoursOfADay(times: readonly number[], timeZone: string): number {
  const clock = clockOf(timeZone)
  const hoursOf = new Map<string, Set<string>>()
  for (const quarter of new Set(times.map((time) => Math.floor(time / QUARTER_MS)))) {
    const { day, hour } = clock(quarter)
    hoursOf.set(day, (hoursOf.get(day) ?? new Set()).add(hour))
  }
  return Math.max(0, ...[...hoursOf.values()].map(({ size }) => size))
}

/**
 * Rule 20: computes the medals that a team's own entries earn, and its progress towards the others.
 * Points that the organiser adds by hand can earn the medal for the first points, but no other: the
 * other medals are for playing.
 */
export function teamMedals({ entries, booths, joinedAt, endsAt, timeZone }: MedalFacts): Medals {
  const scoring = entries.filter(({ points }) => points > 0)
  const played = scoring.filter(({ kind }) => kind !== 'adjustment')
  const times = played.map(({ from }) => from)
  const given = new Set(played.map(({ vendorId }) => vendorId))
  const lit = booths.filter(({ vendorId }) => given.has(vendorId))
  const halls = new Set(lit.map(({ location }) => hallOf(location)).filter((hall) => hall !== ''))
  // Leave out only booths that closed early: at the end of an event booths close one after another,
  // which must neither give a team the medal nor take it away.
  const isInRound = ({ gives, closedAt }: MedalBooth) =>
    gives && (closedAt === null || endsAt === null || closedAt >= endsAt - LAST_HOUR_MS)
  const round = booths.filter(isInRound)
  const counts: Readonly<Record<CountedMedal, MedalProgress>> = {
    tri_hale: { done: halls.size, of: HALLS },
    lovac: { done: played.filter(({ kind }) => kind === 'bonus').length, of: TREASURES_OF_HUNTER },
    maraton: { done: mostHoursOfADay(times, timeZone), of: HOURS },
    krug: { done: round.filter(({ vendorId }) => given.has(vendorId)).length, of: round.length },
  }
  const isReached = ({ done, of }: MedalProgress) => of > 0 && done >= of
  const isEarned: Readonly<Record<Medal, boolean>> = {
    prvi: scoring.length > 0,
    tri_hale: isReached(counts.tri_hale),
    svi:
      joinedAt.length >= MIN_MEMBERS &&
      times.some((from) => joinedAt.every((joined) => joined <= from)),
    lovac: isReached(counts.lovac),
    maraton: isReached(counts.maraton),
    nocna: endsAt !== null && times.some((from) => from >= endsAt - LAST_HOUR_MS && from <= endsAt),
    krug: isReached(counts.krug),
  }
  const unearned = COUNTED_MEDALS.filter((medal) => !isEarned[medal] && counts[medal].of > 0)
  return {
    earned: MEDALS.filter((medal) => isEarned[medal]),
    progress: Object.fromEntries(unearned.map((medal) => [medal, counts[medal]])),
  }
}
