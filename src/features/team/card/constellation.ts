/** The size of the drawing, in SVG units. */
export const FIELD = { width: 240, height: 112 } as const
const MARGIN = 18
const MOST_STARS = 9
const LEAST_APART = 36
const TRIES = 160

export interface Star {
  readonly x: number
  readonly y: number
  readonly r: number
}

export interface Constellation {
  readonly stars: readonly Star[]
  /** Pairs of indices into `stars`. */
  readonly lines: readonly (readonly [number, number])[]
}

/** A pseudo-random sequence in [0, 1), seeded by a text (FNV-1a, then mulberry32). */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const distance = (one: Star, other: Star) => Math.hypot(one.x - other.x, one.y - other.y)

function placeStars(next: () => number): Star[] {
  const stars: Star[] = []
  for (let tried = 0; tried < TRIES && stars.length < MOST_STARS; tried++) {
    const star = {
      x: Math.round(MARGIN + next() * (FIELD.width - 2 * MARGIN)),
      y: Math.round(MARGIN + next() * (FIELD.height - 2 * MARGIN)),
      r: 1.6 + Math.round(next() * 10) / 5,
    }
    if (stars.every((other) => distance(star, other) >= LEAST_APART)) stars.push(star)
  }
  return stars
}

/** Connects all stars with the shortest total length: a minimum spanning tree (Prim). */
function joinStars(stars: readonly Star[]): (readonly [number, number])[] {
  const lines: (readonly [number, number])[] = []
  const places = [...stars.keys()]
  const joined = new Set(places.slice(0, 1))
  const length = ([from, to]: readonly [number, number]) => {
    const [one, other] = [stars[from], stars[to]]
    return one === undefined || other === undefined ? Number.POSITIVE_INFINITY : distance(one, other)
  }
  while (joined.size < stars.length) {
    const apart = places.filter((place) => !joined.has(place))
    const candidates = [...joined].flatMap((from) => apart.map((to) => [from, to] as const))
    const shortest = candidates.reduce((best, line) => (length(line) < length(best) ? line : best))
    lines.push(shortest)
    joined.add(shortest[1])
  }
  return lines
}

/** A team's constellation, derived from its id: always the same for a team. */
export function constellationOf(teamId: string): Constellation {
  const stars = placeStars(numbersFrom(teamId))
  return { stars, lines: joinStars(stars) }
}
