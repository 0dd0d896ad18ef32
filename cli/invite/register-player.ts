import { calls } from '#contract/calls'
import { caseKey, uniqueNickname } from '#rules/account'
import { audit } from '#server/corrections/correction'
import type { Database } from '#server/db/database'
import { addOrganiserLink } from '#server/db/queries/sign-in-requests'
import { addSmsMessage } from '#server/db/queries/sms-messages'
import type { Countries } from '#server/mobile'
import { randomId } from '#server/random'
import { invitationId, planStep, type Step } from './plan'
import type { ListedPlayer } from './read-players'

/** A player who is registered, whose SMS is entered and not sent yet. */
export interface Invited {
  readonly userId: string
  readonly messageId: string
  readonly token: string
}

/**
 * Registers a player with a link and enters the SMS, all in one transaction before it is sent: whoever is found entered is not
 * sent another, even if this run ends here. Returns the step instead where an earlier or a parallel run was first.
 */
export async function registerPlayer(
  db: Database,
  player: ListedPlayer,
  countries: Countries,
  reason: string | null,
  now: number,
): Promise<Invited | Exclude<Step, { is: 'invite' }>> {
  return await db.write({ on: 'accounts' }, async (writer, tell) => {
    tell({ of: calls.register.touches })
    const step = await planStep(writer, player, countries)
    if (step.is !== 'invite') return step
    const userId = step.account?.user_id ?? randomId(60)
    if (step.account === undefined) {
      const { first_name, last_name, email, mobile, nickname } = player
      await writer
        .insertInto('users')
        .values({
          ...{ user_id: userId, first_name, last_name, email, email_key: caseKey(email), mobile },
          ...{ nickname, nickname_key: uniqueNickname(nickname), imported: 1, created_at: now },
        })
        .execute()
    }
    const messageId = invitationId(userId)
    // A link whose SMS failed has reached nobody.
    await writer.deleteFrom('sms_messages').where('message_id', '=', messageId).where('state', '=', 'failed').execute()
    await addSmsMessage(writer, messageId, 'known', now)
    await audit(writer, now, { userId: null, reason }, { what: 'sign_in_link', person_id: userId })
    return { userId, messageId, token: await addOrganiserLink(writer, userId, now) }
  })
}
