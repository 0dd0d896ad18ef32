export interface Bounds {
  readonly max: number
  readonly windowMs: number
}

interface Window {
  calls: number
  endsAt: number
}

/** Maximum number of keys in each of two generations. */
const MOST_KEPT = 20_000

export type CallLimit = ReturnType<typeof createCallLimit>

/**
 * A rate limit by key in windows of time. Keys are kept in two generations, because finding the oldest key of a large Map is
 * slow. When the younger one is full, the older is discarded except for the keys over their limit. Getting there takes `max`
 * calls each, so nobody can fill the memory with them, nor reset an address by calling from many others.
 * `clock` must be monotonic, in ms.
 */
export function createCallLimit({ max, windowMs }: Bounds, clock: () => number) {
  let younger = new Map<string, Window>()
  let older = new Map<string, Window>()

  function startGeneration(now: number): void {
    const limited = [...older].filter(([key, window]) => window.calls >= max && window.endsAt > now && !younger.has(key))
    older = younger
    younger = new Map(limited)
  }

  return {
    /** Counts a call, or as many as it is worth (at most `max`). Returns 0 if it is allowed, else the ms until the window ends. */
    take(key: string, calls = 1): number {
      const now = clock()
      const window = younger.get(key) ?? older.get(key)
      if (window === undefined || window.endsAt <= now) {
        if (younger.size >= MOST_KEPT) startGeneration(now)
        younger.set(key, { calls, endsAt: now + windowMs })
        return 0
      }
      if (window.calls + calls > max) return window.endsAt - now
      window.calls += calls
      return 0
    },
    /** Returns what `take` would return, without counting. */
    wait(key: string): number {
      const window = younger.get(key) ?? older.get(key)
      return window === undefined || window.calls < max ? 0 : Math.max(0, window.endsAt - clock())
    },
    /** Takes back a counted call. */
    giveBack(key: string): void {
      const window = younger.get(key) ?? older.get(key)
      if (window !== undefined && window.calls > 0) window.calls--
    },
  }
}
