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
  /** By which sessions expire and rows are old: `now`, or 0 while that is in doubt. */
  readonly expiryNow: () => number
  readonly sms: SmsService
  /** Where SMS are sent to. */
  readonly smsCountries: Countries
  readonly publicUrl: URL
  readonly names: HostNames
  /** Of tags that prove each touch. */
  readonly tagKeys: TagKeys
  /** Where a backup goes that the server makes by itself. */
  readonly backupFolder: () => string
}
