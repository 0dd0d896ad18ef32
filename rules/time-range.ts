/** Rule 18: the first and the last moment of the years 2020 to 2100, in ms since the epoch. No stored time lies outside. */
export const EARLIEST_MS = Date.UTC(2020, 0, 1)
export const LATEST_MS = Date.UTC(2101, 0, 1) - 1

/** Clamps a time to the storable range; NaN becomes the earliest time. */
export function clampTime(ms: number): number {
  return ms > EARLIEST_MS ? Math.min(ms, LATEST_MS) : EARLIEST_MS
}
