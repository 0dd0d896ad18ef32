/** The beats in which a place is uncovered, in the order in which the hall sees them. */
export const BEATS = ['place', 'stars', 'name'] as const
type Beat = (typeof BEATS)[number]

/** The place alone, long enough for a hall to fall silent (ms). */
const STARS_AT_MS = 2_000
/** The last star is lit this long after the first beat (ms), and the name stands there. */
export const NAME_AT_MS = 4_000

/** The content of the stage. */
export interface Shown {
  readonly beat: Beat
  /** Of the lit stars, so many are lit. */
  readonly lit: number
  readonly points: number
}

/** The last beat: everything, at once for reduced motion and for a screen that is opened later. */
export const wholeOf = (lit: number, points: number): Shown => ({ beat: 'name', lit, points })

/** The stage so long (ms) after the first beat, of a team with so many lit stars and points. */
export function beatAt(ms: number, lit: number, points: number): Shown {
  if (ms < STARS_AT_MS) return { beat: 'place', lit: 0, points: 0 }
  if (ms >= NAME_AT_MS) return wholeOf(lit, points)
  const part = (ms - STARS_AT_MS) / (NAME_AT_MS - STARS_AT_MS)
  // One star at once, the others evenly.
  return {
    beat: 'stars',
    lit: Math.min(lit, 1 + Math.floor(part * lit)),
    points: Math.round(points * part),
  }
}
