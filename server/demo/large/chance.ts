/** A seeded random generator (mulberry32). */
export function createChance(seed: number) {
  let state = seed >>> 0
  /** A number from 0 to 1, excluding 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from: number, to: number) => from + next() * (to - from),
    isTrue: (probability: number) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const one = list[Math.floor(next() * list.length)]
      if (one === undefined) throw new Error('there is nothing to pick from')
      return one
    },
  }
}
export type Chance = ReturnType<typeof createChance>
