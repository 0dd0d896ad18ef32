import { HOUR_MS } from '#rules/sms-throttle'
import { hashSecret } from '../../random'
import type { Reader, Writer } from '../database'

/** The SMS that were counted for a recipient in the last hour, newest first. */
export async function readSmsSends(db: Reader | Writer, recipient: string, now: number) {
  return await db
    .selectFrom('sms_sends')
    .where('recipient_hash', '=', hashSecret(recipient))
    .where('sent_at', '>', now - HOUR_MS)
    .orderBy('sent_at', 'desc')
    .select(['sent_at', 'request_id'])
    .execute()
}

/** Counts the SMS of a request for these recipients, and forgets what no limit looks at any more. */
export async function countSms(db: Writer, requestId: string, recipients: ReadonlySet<string>, now: number): Promise<void> {
  await db
    .deleteFrom('sms_sends')
    .where('sent_at', '<=', now - HOUR_MS)
    .execute()
  const rows = [...recipients].map((recipient) => ({
    recipient_hash: hashSecret(recipient),
    sent_at: now,
    request_id: requestId,
  }))
  await db.insertInto('sms_sends').values(rows).execute()
}

/** The SMS of this request did not leave. */
export async function uncountSms(db: Writer, requestId: string): Promise<void> {
  await db.deleteFrom('sms_sends').where('request_id', '=', requestId).execute()
}
