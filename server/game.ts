import type { HostNames } from '#contract/names'
import type { Database } from './db/database'
import type { Countries } from './mobile'
import type { SmsService } from './sms/sms-service'
import type { TagKeys } from './tag-proof/tag-keys'

/** The dependencies of handlers. Tests pass their own clock and SMS. */
export interface Game {
  readonly db: Database
  /** ms since the epoch. */
  readonly now: () => number
  /** Clock for expiring sessions and old rows: `now`, or 0 while the clock is in doubt. */
  readonly expiryNow: () => number
  readonly sms: SmsService
  /** Countries to which SMS may be sent. */
  readonly smsCountries: Countries
  readonly publicUrl: URL
  readonly names: HostNames
  /** Keys of tags that prove each touch. */
  readonly tagKeys: TagKeys
  /** Folder for backups that the server makes by itself. */
  readonly backupFolder: () => string
}
