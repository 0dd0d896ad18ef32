import { ADJUSTMENT_TYPE, type Award } from '#contract/entities'

const HOUR_MS = 3_600_000

export interface BestHour {
  /** When the hour began (ms), on the clock of the phone. */
  readonly from: number
  readonly points: number
}

type Counted = Pick<Award, 'awarded_at' | 'points' | 'point_type' | 'voided'>

/** The clock hour in which a team won most points, the earliest of equal ones; null if it has won none. */
export function bestHour(awards: readonly Counted[]): BestHour | null {
  const sums = new Map<number, number>()
  for (const { awarded_at, points, point_type, voided } of awards) {
    if (voided || point_type === ADJUSTMENT_TYPE) continue
    const from = new Date(awarded_at).setMinutes(0, 0, 0)
    sums.set(from, (sums.get(from) ?? 0) + points)
  }
  const [best = null] = [...sums]
    .map(([from, points]) => ({ from, points }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.from - b.from)
  return best
}

/** The hours of a clock between which it lies. */
export function clockHours({ from }: BestHour): [from: number, until: number] {
  return [new Date(from).getHours(), new Date(from + HOUR_MS).getHours()]
}
