/** How long the terms allow data to be stored, in years. The Terms of Use print these numbers and `purge` carries them out. */
export const RETENTION_YEARS = {
  /** Accounts and the taking part in the event. */
  contract: 7,
  /** Addresses, browsers, devices and sign-ins. */
  technical: 2,
} as const
