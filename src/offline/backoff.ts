const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/**
 * The delay before the next drain (ms) after `failures` failed ones (at least 1). Doubles from 1 s to 30 s, with jitter
 * between half and all of it, so that a hall of phones does not retry in step. Never less than the server's Retry-After.
 * @param random a number from 0 up to 1
 */
export function backoffMs(failures: number, retryAfterMs: number | null, random: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(retryAfterMs ?? 0, ceiling / 2 + (ceiling / 2) * random)
}
