import type { Reader } from '#server/db/database'
import { readSmsSpent } from '#server/db/queries/sms-messages'
import type { SmsSettings } from '#server/env'
import { costsMoney } from '#server/sms/providers'
import { invitationText } from '#server/sms/sms'
import type { SpendingLimit } from '#server/sms/sms-desk'
import { plural } from '../common/output'
import type { Step } from './plan'

const ID_LENGTH = 12
const TOKEN_LENGTH = 26
const ONE_SMS = 160
const PART_OF_MORE = 153

/** How many SMS are billed for one invitation: all are equally long, and every letter is one of GSM-7. */
function partsOf({ publicUrl, productName }: SmsSettings): number {
  const { length } = invitationText(publicUrl, productName, 'x'.repeat(ID_LENGTH), 'x'.repeat(TOKEN_LENGTH))
  return length <= ONE_SMS ? 1 : Math.ceil(length / PART_OF_MORE)
}

/** null where SMS cost nothing. */
export function spendingLimit({ sms, smsBudget, smsBudgetDay }: SmsSettings): SpendingLimit | null {
  return costsMoney(sms) ? { all: smsBudget, day: smsBudgetDay } : null
}

export interface Forecast {
  readonly toInvite: number
  /** How many SMS will be billed. */
  readonly sms: number
  readonly minutes: number
  /** How many messages the budgets have room for; null where SMS cost nothing. */
  readonly room: number | null
}

export async function forecastCost(db: Reader, settings: SmsSettings, steps: readonly Step[], paceMs: number): Promise<Forecast> {
  const toInvite = steps.filter((step) => step.is === 'invite').length
  const limit = spendingLimit(settings)
  const spent = await readSmsSpent(db, Date.now())
  return {
    toInvite,
    sms: toInvite * partsOf(settings),
    minutes: Math.ceil((toInvite * paceMs) / 60_000),
    room: limit === null ? null : Math.max(0, Math.min(limit.all - spent.all, limit.day - spent.day)),
  }
}

export function forecastText({ toInvite, sms, minutes, room }: Forecast): string {
  const cost = `${plural(toInvite, 'player')} to invite: ${sms} SMS billed, about ${plural(minutes, 'minute')}.`
  if (room === null) return `${cost} SMS_URL costs nothing.\n`
  const warning = room < toInvite ? 'Warning: the budget is too small; the run will stop there and can go on later.\n' : ''
  return `${cost} The budget has room for ${room}.\n${warning}`
}
