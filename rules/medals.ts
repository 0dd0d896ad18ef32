import { hallOf } from './hall'

/** Rule 20: every medal, in the order in which they are shown. */
export const MEDALS = ['prvi', 'tri_hale', 'svi', 'lovac', 'maraton', 'nocna', 'krug'] as const
export type Medal = (typeof MEDALS)[number]

/** Those that are earned by a number of something. */
const COUNTING = ['tri_hale', 'lovac', 'maraton', 'krug'] as const satisfies readonly Medal[]
type Counting = (typeof COUNTING)[number]

/** An entry of the team's ledger that is not voided. */
export interface MedalEntry {
  readonly kind: 'award' | 'bonus' | 'adjustment'
  /** null unless a booth gave it. */
  readonly vendorId: string | null
  readonly points: number
  /** From when it counts (ms, `countsFrom`). */
  readonly from: number
}

export interface MedalBooth {
  readonly vendorId: string
  readonly location: string
  /** False for a booth that can give no points. */
  readonly gives: boolean
}

export interface MedalFacts {
  readonly entries: readonly MedalEntry[]
  /** Of the event. */
  readonly booths: readonly MedalBooth[]
  /** When each of the team's members joined (ms). */
  readonly joinedAt: readonly number[]
  /** When the event ends (ms); null if it has no end. */
  readonly endsAt: number | null
  /** The event's, for example Europe/Zagreb. */
  readonly timeZone: string
}

const HALLS = 3
const TOGETHER = 3
/** Of the medal `lovac`. */
export const TREASURES_OF_HUNTER = 3
const HOURS = 6
const LAST_HOUR_MS = 3_600_000

/** In every zone clocks differ from UTC by whole quarters, so all times of a quarter have the same hour. */
const QUARTER_MS = 900_000

type Clock = (quarter: number) => { readonly day: string; readonly hour: string }
/** By time zone. Each formats a quarter once, because that takes longer than reading an entry. */
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

/** How far a team is on the way to a medal that counts something. */
export interface MedalProgress {
  readonly done: number
  readonly of: number
}

interface Medals {
  readonly earned: Medal[]
  /** Of those that are not earned yet. */
  readonly progress: Partial<Record<Medal, MedalProgress>>
}

/** The largest number of different clock hours in which one day has a time. */
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
 * Rule 20: the medals that a team's own entries earn, and how far it is with the others. What the organiser adds by hand counts as first points, but wins nothing else:
 * the other medals are for what the team played.
 */
export function teamMedals({ entries, booths, joinedAt, endsAt, timeZone }: MedalFacts): Medals {
  const scoring = entries.filter(({ points }) => points > 0)
  const played = scoring.filter(({ kind }) => kind !== 'adjustment')
  const times = played.map(({ from }) => from)
  const given = new Set(played.map(({ vendorId }) => vendorId))
  const lit = booths.filter(({ vendorId }) => given.has(vendorId))
  const halls = new Set(lit.map(({ location }) => hallOf(location)).filter((hall) => hall !== ''))
  const giving = booths.filter(({ gives }) => gives)
  const counts: Readonly<Record<Counting, MedalProgress>> = {
    tri_hale: { done: halls.size, of: HALLS },
    lovac: { done: played.filter(({ kind }) => kind === 'bonus').length, of: TREASURES_OF_HUNTER },
    maraton: { done: mostHoursOfADay(times, timeZone), of: HOURS },
    krug: { done: giving.filter(({ vendorId }) => given.has(vendorId)).length, of: giving.length },
  }
  const isReached = ({ done, of }: MedalProgress) => done >= of
  const isEarned: Readonly<Record<Medal, boolean>> = {
    prvi: scoring.length > 0,
    tri_hale: isReached(counts.tri_hale),
    svi:
      joinedAt.length >= TOGETHER &&
      times.some((from) => joinedAt.every((joined) => joined <= from)),
    lovac: isReached(counts.lovac),
    maraton: isReached(counts.maraton),
    nocna: endsAt !== null && times.some((from) => from >= endsAt - LAST_HOUR_MS && from <= endsAt),
    krug: lit.length > 0 && isReached(counts.krug),
  }
  const unearned = COUNTING.filter((medal) => !isEarned[medal] && counts[medal].of > 0)
  return {
    earned: MEDALS.filter((medal) => isEarned[medal]),
    progress: Object.fromEntries(unearned.map((medal) => [medal, counts[medal]])),
  }
}
