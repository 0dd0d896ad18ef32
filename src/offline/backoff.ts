const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/**
 * How long to wait after so many failed drains (1 = the first), in ms: doubling from 1 s to at most 30 s, with jitter
 * between half and the whole of it, so that a hall of phones does not come back as one. A server's Retry-After is the least.
 * @param random a number from 0 up to 1
 */
export function backoffMs(failures: number, retryAfterMs: number | null, random: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(retryAfterMs ?? 0, ceiling / 2 + (ceiling / 2) * random)
}
