/**
 * Codes that are sent as KO with HTTP 200: for broken rules, for invalid input, and for calls that
 * the server does not know or no longer accepts.
 */
export const RULE_CODES = [
  'BLOCKED',
  'MESSAGE_TOO_LONG',
  'USER_NOT_FOUND',
  'NOT_AUTHENTICATED',
  'OTHER_ACCOUNT',
  'FORBIDDEN',
  'INVALID_INPUT',
  'UNKNOWN_ACTION',
  'ALREADY_REGISTERED',
  'INVALID_CODE',
  'TOO_MANY_ATTEMPTS',
  'TEAM_NOT_FOUND',
  'PLAYER_NOT_FOUND',
  'TAG_NOT_FOUND',
  'TAG_TAKEN',
  'TAG_WRONG_TYPE',
  'TAG_NOT_PROVEN',
  'TAG_REPLAYED',
  'TEAM_NAME_TAKEN',
  'TEAM_NAME_MISMATCH',
  'TEAM_FULL',
  'ALREADY_IN_TEAM',
  'NOT_IN_TEAM',
  'NOT_CAPTAIN',
  'INVITE_NOT_FOUND',
  'INVITE_EXISTS',
  'INVITE_EXPIRED',
  'POINT_TYPE_NOT_ALLOWED',
  'COOLDOWN',
  'AWARD_CONFLICT',
  'AWARD_TOO_OLD',
  'AWARD_NOT_FOUND',
  'VOID_TOO_LATE',
  'EVENT_CLOSED',
  'KEPT_FOR_ORGANISER',
  'VOUCHER_INVALID',
  'CHANGED_MEANWHILE',
  'CONFIRM_NEEDED',
  'IN_USE',
  'CLIENT_TOO_OLD',
] as const

export type RuleCode = (typeof RULE_CODES)[number]

/** Codes for requests that are not valid calls of the API, and for server errors, with their HTTP status. */
export const TRANSPORT_STATUS = {
  MALFORMED: 400,
  FORBIDDEN_ORIGIN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type TransportCode = keyof typeof TRANSPORT_STATUS
export type Code = RuleCode | TransportCode

/**
 * Codes with HTTP 200 that refuse an award finally. After any other error, or without an answer,
 * the device sends the award again.
 */
export const REFUSED_FOR_GOOD = [
  'FORBIDDEN',
  'INVALID_INPUT',
  'POINT_TYPE_NOT_ALLOWED',
  'TEAM_NOT_FOUND',
  'COOLDOWN',
  'AWARD_CONFLICT',
  'AWARD_TOO_OLD',
  'EVENT_CLOSED',
  'KEPT_FOR_ORGANISER',
] as const satisfies readonly RuleCode[]

export type AwardRefusalCode = (typeof REFUSED_FOR_GOOD)[number]
