/** Raised when the contract changes in a way that installed apps must know about. */
export const PROTOCOL_VERSION = 1

/** The oldest version the server still accepts. Older apps get CLIENT_TOO_OLD and keep their data. */
export const OLDEST_PROTOCOL = 1

/** Request header with the caller's protocol version; absent means the current one. */
export const PROTOCOL_HEADER = 'x-game-protocol'

/** Request header from a booth's device: number of awards waiting in its outbox. */
export const WAITING_HEADER = 'x-game-waiting'

export const API_PATH = '/api'
/** The addresses that monitors request; none is a screen of the app. */
export const HEALTH_PATH = '/health'
export const READY_PATH = '/ready'
export const METRICS_PATH = '/metrics'
export const SESSION_COOKIE = 'session_token'
/** Cookie that identifies the browser that requested a code; the code works only there. */
export const SIGN_IN_REQUEST_COOKIE = 'sign_in_request'
/** The value of `mtp` that turns a `login` call into a sign-out. */
export const LOGOUT_MARKER = 'logout'
/** Maximum number of awards in one call. With all their fields they stay well below the size limit of a body. */
export const AWARDS_AT_ONCE = 40
/** Maximum number of people invited in one call. */
export const PEOPLE_AT_ONCE = 50
/** The longest `queued_ms`: 400 days (rule 18). */
export const QUEUED_MAX_MS = 400 * 86_400_000
/** Version of the Terms of Use and Privacy Policy that a person accepts: the day it took effect. */
export const TERMS_VERSION = '2025-09-30'
