export const CODE_LIFETIME_MS = 10 * 60_000
export const LINK_LIFETIME_MS = 24 * 3_600_000
/** Number of wrong attempts that invalidate a code (not its link). */
export const CODE_MAX_WRONG_TRIES = 5
/**
 * Wrong codes allowed per account and day, across all browsers; beyond that only the link of an SMS
 * signs in.
 */
export const WRONG_CODES_A_DAY = 20
export const WRONG_CODES_WINDOW_MS = 24 * 3_600_000
/** How long a browser that requested a code is remembered. */
export const SIGN_IN_REQUEST_LIFETIME_MS = 3_600_000
export const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000
/** Lifetime of an organiser's session; use does not extend it. */
export const ORGANISER_SESSION_MS = 24 * 3_600_000
/** Minimum time between renewals of a session, so that reading hardly ever writes. */
export const SESSION_RENEWAL_MS = 24 * 3_600_000

/** How long to wait before a new SMS if the last SMS was not used (ms). */
export const SMS_INTERVAL_MS = 30_000
export const SMS_PER_HOUR = 5
export const HOUR_MS = 3_600_000

/**
 * Returns when the next SMS may be sent to a number (ms); a past time means now.
 * @param sentAt times of SMS in the last hour (ms), newest first
 * @param lastWasUsed whether somebody signed in with the newest SMS
 */
export function nextSmsAt(sentAt: readonly number[], lastWasUsed: boolean): number {
  const newest = sentAt[0]
  if (newest === undefined) return 0
  const afterInterval = lastWasUsed ? newest : newest + SMS_INTERVAL_MS
  const oldestOfLimit = sentAt[SMS_PER_HOUR - 1]
  return oldestOfLimit === undefined
    ? afterInterval
    : Math.max(afterInterval, oldestOfLimit + HOUR_MS)
}
