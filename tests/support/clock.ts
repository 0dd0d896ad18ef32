/** A clock that stands still until a test advances it. */
export interface TestClock {
  now(): number
  /** Advances it (ms). */
  advance(ms: number): void
}

export function createClock(start = Date.parse('2026-05-09T10:00:00.000Z')): TestClock {
  let at = start
  return {
    now: () => at,
    advance(ms) {
      at += ms
    },
  }
}
