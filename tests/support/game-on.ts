import { tmpdir } from 'node:os'
import type { HostNames } from '#contract/names'
import type { Database } from '#server/db/database'
import type { Game } from '#server/game'
import { parseCountries, SMS_COUNTRIES } from '#server/mobile'
import type { SmsSender } from '#server/sms/sms'
import { createSmsService, type SpendingLimit } from '#server/sms/sms-service'
import { noTagKeys, type TagKeys } from '#server/tag-proof/tag-keys'

export const TEST_NAMES: HostNames = {
  product: 'GeekQuest',
  company: 'GeekClub',
  contact: 'privatnost@example.hr',
}

/** The game as handlers and commands get it. SMS are dropped unless a test receives them. */
export function gameOn(
  db: Database,
  {
    now = Date.now,
    expiryNow = now,
    publicUrl = new URL('http://localhost:8080'),
    sms = { send: async () => undefined },
    smsLimit = null,
    tagKeys = noTagKeys,
    names = TEST_NAMES,
    backupFolder = tmpdir,
  }: {
    now?: () => number
    expiryNow?: () => number
    publicUrl?: URL
    sms?: SmsSender
    smsLimit?: SpendingLimit | null
    tagKeys?: TagKeys
    names?: HostNames
    backupFolder?: () => string
  } = {},
): Game {
  const smsCountries = parseCountries(SMS_COUNTRIES) ?? new Set()
  return {
    db,
    now,
    expiryNow,
    sms: createSmsService({ sender: sms, db, limit: smsLimit, now }),
    smsCountries,
    publicUrl,
    names,
    tagKeys,
    backupFolder,
  }
}
