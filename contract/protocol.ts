/** Raised when the contract changes in a way that an installed app must know of. */
export const PROTOCOL_VERSION = 1

/** The oldest version the server still answers; older ones get CLIENT_TOO_OLD and keep what they hold. */
export const OLDEST_PROTOCOL = 1

/** Request header that carries the caller's protocol version; absent means current. */
export const PROTOCOL_HEADER = 'x-game-protocol'

export const API_PATH = '/api'
export const SESSION_COOKIE = 'session_token'
export const LOGOUT_MARKER = 'logout'
/** How many awards one call may carry: with all their fields they stay well below the limit of a body. */
export const AWARDS_AT_ONCE = 40
/** Version of the Terms and Privacy Policy that a person accepts; the day it took effect. */
export const TERMS_VERSION = '2025-09-30'
