let created = 0

export type Chance = ReturnType<typeof createChance>

/**
 * Creates a seeded random generator (mulberry32). Each generator makes other UUIDs, but their sort
 * order depends only on the seed.
 */
export function createChance(seed: number) {
  const own = (++created).toString(16).padStart(8, '0')
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(next() * 16).toString(16)).join('')
  return {
    /** A number from 0 to 1, excluding 1. */
    next,
    /** An integer from 0 to `max`, including `max`. */
    upTo: (max: number) => Math.floor(next() * (max + 1)),
    uuid: () => `${own}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`,
  }
}
