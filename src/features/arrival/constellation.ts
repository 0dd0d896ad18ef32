import { fnv1a } from '#rules/fnv'

/** The size of the drawing, in SVG units. */
export const FIELD = { width: 240, height: 112 } as const
const MARGIN = 14
/** The minimum distance of two stars; shrinks after several failed tries. */
const FIRST_APART = 34
const CLOSER = 0.88
const TRIES_EACH = 6

export interface Star {
  readonly boothId: string
  readonly x: number
  readonly y: number
  readonly r: number
}

/** A line between two stars, as their indices. */
export type StarLine = readonly [number, number]

interface Constellation {
  /** One for each booth, in the order of the booths. */
  readonly stars: readonly Star[]
  /** Lines that together connect all stars. */
  readonly lines: readonly StarLine[]
}

/** A pseudo-random sequence in [0, 1), seeded by a text (FNV-1a, then mulberry32). */
function numbersFrom(text: string): () => number {
  let state = fnv1a(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const distance = (one: Star, other: Star) => Math.hypot(one.x - other.x, one.y - other.y)

/**
 * Places a booth's star. Its place depends only on the team, the booth and the stars placed before
 * it, so that a new booth moves no existing star.
 */
function placeStar(teamId: string, boothId: string, others: readonly Star[]): Star {
  const next = numbersFrom(`${teamId} ${boothId}`)
  const r = 2.2 + Math.round(next() * 7) / 5
  for (let tried = 0; ; tried++) {
    const x = Math.round((MARGIN + next() * (FIELD.width - 2 * MARGIN)) * 10) / 10
    const y = Math.round((MARGIN + next() * (FIELD.height - 2 * MARGIN)) * 10) / 10
    const star = { boothId, x, y, r }
    const apart = FIRST_APART * CLOSER ** Math.floor(tried / TRIES_EACH)
    if (others.every((other) => distance(star, other) >= apart)) return star
  }
}

/** A line from each star to the nth nearest of the stars before it; 0 is the nearest. */
function linesToNearest(stars: readonly Star[], nth: number): StarLine[] {
  return stars.flatMap((star, index): StarLine[] => {
    const before = stars.slice(0, index).map((other, at) => ({ at, far: distance(star, other) }))
    const nearest = before.sort((one, other) => one.far - other.far)[nth]
    return nearest === undefined ? [] : [[nearest.at, index]]
  })
}

/** A team's constellation, derived from its id and the event's booths: the same on every phone. */
export function constellationOf(teamId: string, boothIds: readonly string[]): Constellation {
  const stars: Star[] = []
  for (const boothId of boothIds) stars.push(placeStar(teamId, boothId, stars))
  return { stars, lines: linesToNearest(stars, 0) }
}

/**
 * One golden line for each treasure, while there are stars to connect. A further treasure moves no
 * existing line.
 */
export function goldenLines({ stars }: Constellation, treasures: number): StarLine[] {
  const golden: StarLine[] = []
  for (let nth = 0; golden.length < treasures && nth < stars.length; nth++)
    golden.push(...linesToNearest(stars, nth))
  return golden.slice(0, treasures)
}
