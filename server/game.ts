import type { Database } from './db/database'
import type { SmsSender } from './sms/sms'

/** The dependencies of handlers. Tests pass their own clock and SMS. */
export interface Game {
  readonly db: Database
  /** ms since the epoch. */
  readonly now: () => number
  readonly sms: SmsSender
  readonly publicUrl: URL
  readonly productName: string
}
