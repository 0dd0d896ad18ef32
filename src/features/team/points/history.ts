import type { Award } from '#contract/entities'

export interface DayOfAwards {
  /** The local day, for example "2026-05-09": a key, not a text for the screen. */
  readonly day: string
  /** When the day's newest award was made (ms since 1970). */
  readonly at: number
  readonly awards: readonly Award[]
}

/** Groups awards, newest first, by the local day they were made on. */
export function byDay(awards: readonly Award[]): DayOfAwards[] {
  const days = new Map<string, Award[]>()
  for (const award of awards) {
    const made = new Date(award.awarded_at)
    const day = `${made.getFullYear()}-${made.getMonth() + 1}-${made.getDate()}`
    const others = days.get(day)
    if (others === undefined) days.set(day, [award])
    else others.push(award)
  }
  return [...days].map(([day, ofDay]) => ({
    day,
    at: Date.parse(ofDay[0]?.awarded_at ?? ''),
    awards: ofDay,
  }))
}
