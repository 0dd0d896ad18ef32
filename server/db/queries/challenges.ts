import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '#rules/sign-in'
import { HOUR_MS, nextSmsAt } from '#rules/sms-throttle'
import { hashSecret } from '../../random'
import type { Reader, Writer } from '../database'

/** The hash of a code includes its owner, because codes are short. */
export function hashCode(userId: string, code: string): string {
  return hashSecret(`${userId} ${code}`)
}

export async function findChallenge(db: Reader | Writer, userId: string) {
  return await db.selectFrom('sign_in_challenges').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Replaces a person's code and link, which invalidates the earlier ones. */
export async function replaceChallenge(db: Writer, userId: string, code: string, token: string, now: number): Promise<void> {
  const challenge = {
    created_at: now,
    used_at: null,
    code_hash: hashCode(userId, code),
    code_expires_at: now + CODE_LIFETIME_MS,
    wrong_tries: 0,
    link_hash: hashSecret(token),
    link_expires_at: now + LINK_LIFETIME_MS,
  }
  await db
    .insertInto('sign_in_challenges')
    .values({ user_id: userId, ...challenge })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(challenge))
    .execute()
}

/** When the next SMS may go to a recipient (ms). */
export async function readNextSmsAt(db: Reader | Writer, recipient: string, lastWasUsed: boolean, now: number): Promise<number> {
  const sends = await db
    .selectFrom('sms_sends')
    .where('recipient_hash', '=', hashSecret(recipient))
    .where('sent_at', '>', now - HOUR_MS)
    .orderBy('sent_at', 'desc')
    .select('sent_at')
    .execute()
  return nextSmsAt(
    sends.map((send) => send.sent_at),
    lastWasUsed,
  )
}

/** Counts an SMS to a recipient, and deletes the ones that no limit needs any more. */
export async function countSms(db: Writer, recipient: string, now: number): Promise<void> {
  await db
    .deleteFrom('sms_sends')
    .where('sent_at', '<=', now - HOUR_MS)
    .execute()
  await db
    .insertInto('sms_sends')
    .values({ recipient_hash: hashSecret(recipient), sent_at: now })
    .execute()
}
