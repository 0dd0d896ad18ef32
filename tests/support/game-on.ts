import type { Database } from '#server/db/database'
import type { Game } from '#server/game'
import { parseCountries, SMS_COUNTRIES } from '#server/sms/countries'
import type { SmsSender } from '#server/sms/sms'
import { createSmsDesk } from '#server/sms/sms-desk'

/** What handlers and commands get of the world; SMS go nowhere unless a test takes them. */
export function gameOn(
  db: Database,
  {
    now = Date.now,
    publicUrl = new URL('http://localhost:8080'),
    sms = { send: async () => undefined },
  }: { now?: () => number; publicUrl?: URL; sms?: SmsSender } = {},
): Game {
  const smsCountries = parseCountries(SMS_COUNTRIES) ?? new Set()
  return { db, now, sms: createSmsDesk(sms, now), smsCountries, publicUrl, productName: 'GeekQuest' }
}
