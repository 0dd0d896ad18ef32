/** Rule 18: the first and the last moment of the years 2020 to 2100, in ms since the epoch. No stored time lies outside. */
export const EARLIEST_MS = Date.UTC(2020, 0, 1)
export const LATEST_MS = Date.UTC(2101, 0, 1) - 1

/** The nearest time that can be stored and shown; for what is no number, the earliest. */
export function clampTime(ms: number): number {
  return ms > EARLIEST_MS ? Math.min(ms, LATEST_MS) : EARLIEST_MS
}
