/** The wait before a new SMS if the last one was not used, in ms. */
export const SMS_INTERVAL_MS = 30_000
export const SMS_PER_HOUR = 5
export const HOUR_MS = 3_600_000

/**
 * When the next SMS may be sent to one number (ms); a time in the past means now.
 * @param sentAt times of the SMS of the last hour (ms), newest first
 * @param lastWasUsed whether somebody signed in with the newest
 */
export function nextSmsAt(sentAt: readonly number[], lastWasUsed: boolean): number {
  const newest = sentAt[0]
  if (newest === undefined) return 0
  const afterInterval = lastWasUsed ? newest : newest + SMS_INTERVAL_MS
  const oldestOfLimit = sentAt[SMS_PER_HOUR - 1]
  return oldestOfLimit === undefined ? afterInterval : Math.max(afterInterval, oldestOfLimit + HOUR_MS)
}
