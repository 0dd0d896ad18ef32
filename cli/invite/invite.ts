import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/db/database'
import { readSmsSpent, settleSmsMessage } from '#server/db/queries/sms-messages'
import type { SmsSettings } from '#server/env'
import { Failure } from '#server/failure'
import { hashSecret } from '#server/random'
import { type Fate, invitationText, SmsNotSent, type SmsSender } from '#server/sms/sms'
import { spendingLimit } from './forecast'
import type { Step } from './plan'
import type { ListedPlayer } from './read-players'
import { type Invited, registerPlayer } from './register-player'

/** After this many failures in a row, but for numbers that it refuses, the provider is at fault. */
const FAILURES_IN_A_ROW = 5

export interface Inviting {
  readonly db: Database
  readonly sender: SmsSender
  readonly settings: SmsSettings
  readonly reason: string | null
  /** The time between two SMS (ms). */
  readonly paceMs: number
  readonly now: () => number
  /** Called after each player with the outcome and the number of players done. */
  readonly onStep: (outcome: Outcome, done: number) => void
}

export type Outcome =
  | { readonly is: 'sent'; readonly player: ListedPlayer }
  | { readonly is: 'failed'; readonly player: ListedPlayer; readonly why: string; readonly fate: Fate }
  | Exclude<Step, { is: 'invite' }>

/** Throws `Failure` where the budget has no room for one more. */
async function assertBudget({ db, settings, now }: Inviting): Promise<void> {
  const limit = spendingLimit(settings)
  if (limit === null) return
  const spent = await readSmsSpent(db.read, now())
  if (spent.all < limit.all && spent.day < limit.day) return
  throw new Failure('The budget for SMS is used up (SMS_BUDGET, SMS_BUDGET_DAY); run it again when there is room.')
}

async function send(player: ListedPlayer, { userId, messageId, token }: Invited, inviting: Inviting): Promise<Outcome> {
  const { db, sender, settings, now } = inviting
  const text = invitationText(settings.publicUrl, settings.productName, userId, token)
  const settle = (state: 'sent' | 'failed' | 'unknown') =>
    db.write({ on: 'accounts' }, async (writer, tell) => {
      tell('nobody')
      await settleSmsMessage(writer, messageId, state, now())
      if (state !== 'failed') return
      await writer.deleteFrom('organiser_links').where('token_hash', '=', hashSecret(token)).execute()
    })
  try {
    await sender.send({ to: player.mobile, text, id: messageId })
  } catch (reason) {
    const fate = reason instanceof SmsNotSent ? reason.fate : 'unknown'
    await settle(fate === 'unknown' ? 'unknown' : 'failed')
    return { is: 'failed', player, fate, why: reason instanceof SmsNotSent ? reason.why : 'the provider failed' }
  }
  await settle('sent')
  return { is: 'sent', player }
}

/**
 * Registers players and sends each a link, one after the other. May be ended and run again at any time: nobody gets a second SMS.
 * Throws `Failure` where going on makes no sense.
 */
export async function invite(players: readonly ListedPlayer[], inviting: Inviting): Promise<void> {
  const { db, settings, reason, paceMs, now, onStep } = inviting
  let failures = 0
  for (const [index, player] of players.entries()) {
    await assertBudget(inviting)
    const begun = performance.now()
    const registered = await registerPlayer(db, player, settings.smsCountries, reason, now())
    const outcome = 'is' in registered ? registered : await send(player, registered, inviting)
    onStep(outcome, index + 1)
    if (outcome.is === 'failed' && outcome.fate !== 'refused') failures++
    else if (outcome.is === 'sent') failures = 0
    if (failures >= FAILURES_IN_A_ROW) {
      throw new Failure(
        `The provider did not take ${failures} SMS in a row; look at SMS_URL and your account there, then run it again.`,
      )
    }
    if (outcome.is === 'sent') await delay(Math.max(0, paceMs - (performance.now() - begun)))
  }
}
