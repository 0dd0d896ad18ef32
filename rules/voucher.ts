/** How far ahead of the server's time a voucher may be made, in ms: devices know that time only roughly. */
const AHEAD_MAX_MS = 5 * 60 * 1000

/** Whether a voucher claims a time (ms) to come, which no device that knows the server's time would. */
export function isAheadOfTime(madeAt: number, now: number): boolean {
  return madeAt - now > AHEAD_MAX_MS
}
