/**
 * Years that the terms allow data to be stored. The Terms of Use print these numbers, and `purge`
 * enforces them.
 */
export const RETENTION_YEARS = {
  /** Accounts and participation in the event. */
  contract: 7,
  /** Addresses, browsers, devices and sign-ins. */
  technical: 2,
} as const
