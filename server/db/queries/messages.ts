import type { MessageTo } from '#contract/entities'
import { isoTime } from '../../time'
import type { Reader, Writer } from '../database'
import { type JsonList, statement, textsOf } from '../statement'
import type { Tables } from '../tables'

const MAX_MESSAGES = 20

const READERS = {
  player: ['all', 'players'],
  staff: ['all', 'staff'],
  organiser: ['all', 'players', 'staff'],
} as const satisfies Record<string, readonly MessageTo[]>
export type MessageReader = keyof typeof READERS

/** Reads the newest messages for this kind of reader, newest first. */
export async function readMessages(db: Reader, reader: MessageReader) {
  const rows = await db
    .selectFrom('messages')
    .where('sent_to', 'in', READERS[reader])
    .orderBy('sent_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(MAX_MESSAGES)
    .select(['message_id', 'text', 'sent_at', 'sent_to'])
    .execute()
  return rows.map(({ sent_at, sent_to, ...message }) => ({
    ...message,
    sent_at: isoTime(sent_at),
    to: sent_to,
  }))
}

/** Whether a message exists and was not recalled. */
export async function isMessageSent(db: Reader, messageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .where('message_id', '=', messageId)
    .select('message_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Maximum number of an account's devices that get notifications. A further device replaces the
 * oldest.
 */
const MAX_OF_ACCOUNT = 10

/**
 * Stores a device's subscription, or transfers it to the person who later signs in on the device.
 */
export async function addSubscription(
  db: Writer,
  subscription: Tables['push_subscriptions'],
): Promise<void> {
  const { user_id, endpoint } = subscription
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
  await db.insertInto('push_subscriptions').values(subscription).execute()
  const own = db.selectFrom('push_subscriptions').where('user_id', '=', user_id).select('endpoint')
  const newest = own.orderBy('created_at', 'desc').orderBy('endpoint').limit(MAX_OF_ACCOUNT)
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', user_id)
    .where('endpoint', 'not in', newest)
    .execute()
}

/** Deletes a subscription; with `userId`, only if it belongs to that account. */
export async function removeSubscription(
  db: Writer,
  endpoint: string,
  userId?: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute()
}

/** Reads the subscriptions of an account whose sessions are valid. */
export const readSubscriptions = statement((db, userId: string, now: number) =>
  valid(db, now).where('push_subscriptions.user_id', '=', userId),
)

/** Reads the valid subscriptions of these teams' members, with their teams. */
export const readTeamSubscriptions = statement((db, teamIds: JsonList<string>, now: number) =>
  valid(db, now)
    .innerJoin('memberships', 'memberships.user_id', 'push_subscriptions.user_id')
    .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('memberships.team_id', 'in', textsOf(db, teamIds))
    .select(['memberships.team_id', 'teams.team_name']),
)

/** Reads all valid subscriptions, with the booths and roles of their owners. */
export const readAllSubscriptions = statement((db, now: number) =>
  valid(db, now)
    .innerJoin('users', 'users.user_id', 'push_subscriptions.user_id')
    .select(['users.vendor_id', 'users.organiser_since']),
)

/** Selects the subscriptions whose sessions have not expired. */
function valid(db: Reader | Writer, now: number) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.token_hash')
    .where('sessions.expires_at', '>', now)
    .select([
      'push_subscriptions.user_id',
      'push_subscriptions.endpoint',
      'push_subscriptions.p256dh',
      'push_subscriptions.auth',
    ])
}
