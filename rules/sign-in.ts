export const CODE_LIFETIME_MS = 10 * 60_000
export const LINK_LIFETIME_MS = 24 * 3_600_000
/** Wrong attempts that invalidate a code (not its link). */
export const CODE_MAX_WRONG_TRIES = 5
/** Wrong codes that an account takes in a day, in whatever browsers; then only its link signs in. */
export const WRONG_CODES_A_DAY = 20
export const WRONG_CODES_WINDOW_MS = 24 * 3_600_000
/** How long a browser that requested a code is remembered. */
export const SIGN_IN_REQUEST_LIFETIME_MS = 3_600_000
export const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000
/** An organiser's session; it does not slide. */
export const ORGANISER_SESSION_MS = 24 * 3_600_000
/** A session is renewed at most this often, so that reading hardly ever writes. */
export const SESSION_RENEWAL_MS = 24 * 3_600_000
