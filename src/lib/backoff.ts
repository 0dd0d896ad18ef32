/**
 * The delay before the next try (ms) after `failures` failed ones (at least 1). Doubles from `firstMs` to `longestMs`, with jitter
 * between half and all of it, so that a hall of phones does not retry in step.
 * @param random a number from 0 up to 1
 */
export function backoffMs(failures: number, firstMs: number, longestMs: number, random: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10))
  return ceiling / 2 + (ceiling / 2) * random
}
