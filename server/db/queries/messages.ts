import type { MessageTo } from '#contract/entities'
import type { Reader } from '../database'

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
  return rows.map(({ sent_at, sent_to, ...message }) => ({ ...message, sent_at: new Date(sent_at).toISOString(), to: sent_to }))
}
