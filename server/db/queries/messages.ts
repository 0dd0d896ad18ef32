import type { MessageTo } from '#contract/entities'
import { isoTime } from '../../iso-time'
import type { Reader, Writer } from '../database'
import type { Tables } from '../tables'

const MOST = 20

const READERS = {
  player: ['all', 'players'],
  staff: ['all', 'staff'],
  organiser: ['all', 'players', 'staff'],
} as const satisfies Record<string, readonly MessageTo[]>
export type MessageReader = keyof typeof READERS

/** The newest messages for one kind of people, newest first. */
export async function readMessages(db: Reader, reader: MessageReader) {
  const rows = await db
    .selectFrom('messages')
    .where('sent_to', 'in', READERS[reader])
    .orderBy('sent_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(MOST)
    .select(['message_id', 'text', 'sent_at', 'sent_to'])
    .execute()
  return rows.map(({ sent_at, sent_to, ...message }) => ({ ...message, sent_at: isoTime(sent_at), to: sent_to }))
}

export type UntoldMessage = Readonly<Pick<Tables['messages'], 'message_id' | 'text' | 'sent_to'>>

/** Whether somebody has still to be notified of a message that was sent since then. */
export async function hasUntoldMessages(db: Reader, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .where('notified_at', 'is', null)
    .where('sent_at', '>', since)
    .select('message_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes these messages over, oldest first: no other server notifies of them. */
export async function claimUntoldMessages(db: Writer, since: number, now: number): Promise<UntoldMessage[]> {
  const claimed = await db
    .updateTable('messages')
    .set({ notified_at: now })
    .where('notified_at', 'is', null)
    .where('sent_at', '>', since)
    .returning(['message_id', 'text', 'sent_to', 'sent_at'])
    .execute()
  return claimed.sort((a, b) => a.sent_at - b.sent_at)
}
