/** The beats of uncovering a place, in order. */
export const BEATS = ['place', 'stars', 'name'] as const
type Beat = (typeof BEATS)[number]

/** The place is shown alone until this time (ms), long enough for a hall to fall silent. */
const STARS_AT_MS = 2_000
/** The last star lights up and the name appears this long after the first beat (ms). */
export const NAME_AT_MS = 4_000

/** The content of the stage at one moment. */
export interface Shown {
  readonly beat: Beat
  /** Number of the lit stars shown so far. */
  readonly lit: number
  readonly points: number
}

/**
 * The last beat, which shows everything. With reduced motion, or on a screen opened after the place
 * was uncovered, it is the only beat.
 */
export const wholeOf = (lit: number, points: number): Shown => ({ beat: 'name', lit, points })

/** Computes the stage at a time (ms) after the first beat, for a team's lit stars and points. */
export function beatAt(ms: number, lit: number, points: number): Shown {
  if (ms < STARS_AT_MS) return { beat: 'place', lit: 0, points: 0 }
  if (ms >= NAME_AT_MS) return wholeOf(lit, points)
  const part = (ms - STARS_AT_MS) / (NAME_AT_MS - STARS_AT_MS)
  // Light one star at once, the others evenly.
  return {
    beat: 'stars',
    lit: Math.min(lit, 1 + Math.floor(part * lit)),
    points: Math.round(points * part),
  }
}
