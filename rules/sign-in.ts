export const CODE_LIFETIME_MS = 10 * 60_000
export const LINK_LIFETIME_MS = 24 * 3_600_000
/** Wrong attempts that invalidate a code (not its link). */
export const CODE_MAX_WRONG_TRIES = 5
export const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000
/** A session is renewed at most this often, so that reading hardly ever writes. */
export const SESSION_RENEWAL_MS = 24 * 3_600_000
