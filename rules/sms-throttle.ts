/** A new SMS where the last one was not used, in ms after it. */
export const SMS_INTERVAL_MS = 30_000
export const SMS_PER_HOUR = 5
export const HOUR_MS = 3_600_000

/**
 * When the next SMS may go to one number (ms); in the past or now = at once.
 * @param sentAt when SMS went out in the last hour, newest first
 * @param lastWasUsed whether somebody signed in with the newest
 */
export function nextSmsAt(sentAt: readonly number[], lastWasUsed: boolean): number {
  const newest = sentAt[0]
  if (newest === undefined) return 0
  const afterInterval = lastWasUsed ? newest : newest + SMS_INTERVAL_MS
  const oldestOfLimit = sentAt[SMS_PER_HOUR - 1]
  return oldestOfLimit === undefined ? afterInterval : Math.max(afterInterval, oldestOfLimit + HOUR_MS)
}
