export const CODE_LIFETIME_MS = 10 * 60_000
export const LINK_LIFETIME_MS = 24 * 3_600_000
/** Wrong tries that end a code (not its link). */
export const CODE_MAX_WRONG_TRIES = 5
export const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000
/** A session's end is moved on at most this often, so that reading writes next to nothing. */
export const SESSION_RENEWAL_MS = 24 * 3_600_000
