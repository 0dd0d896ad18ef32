import { sql } from 'kysely'
import { HOUR_MS } from '#rules/sign-in'
import { hashSecret } from '../../random'
import type { Payer } from '../../sms/sms'
import type { Reader, Writer } from '../database'
import type { SmsState } from '../tables'
import { readEventState } from './settings'

/** Reads the SMS counted for a recipient in the last hour, newest first. */
export async function readSmsSends(db: Reader | Writer, recipient: string, now: number) {
  return await db
    .selectFrom('sms_sends')
    .where('recipient_hash', '=', hashSecret(recipient))
    .where('sent_at', '>', now - HOUR_MS)
    .orderBy('sent_at', 'desc')
    .select(['sent_at', 'request_id'])
    .execute()
}

/** Counts a request's SMS for these recipients. Deletes rows that are too old to count. */
export async function countSms(
  db: Writer,
  requestId: string,
  recipients: ReadonlySet<string>,
  now: number,
): Promise<void> {
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

/** Takes back the count of a request's SMS, which was not sent. */
export async function uncountSms(db: Writer, requestId: string): Promise<void> {
  await db.deleteFrom('sms_sends').where('request_id', '=', requestId).execute()
}

/**
 * Lets a request's SMS, which may have been sent, count towards the limit of an hour without
 * delaying the next SMS.
 */
export async function countForHourOnly(db: Writer, requestId: string): Promise<void> {
  await db
    .updateTable('sms_sends')
    .set({ request_id: null })
    .where('request_id', '=', requestId)
    .execute()
}

const DAY_MS = 24 * 3600_000

/** Reads the totals over all servers of the database. */
export async function readSmsTotals(db: Reader) {
  const rows = await db
    .selectFrom('sms_messages')
    .groupBy('state')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('total'),
      eb.fn.max('settled_at').as('latest'),
    ])
    .execute()
  const failed = rows.filter(({ state }) => state === 'failed' || state === 'unknown')
  return {
    /** SMS that the provider accepted. */
    sent: rows.find(({ state }) => state === 'sent')?.total ?? 0,
    /** SMS that the provider rejected or may not have accepted. */
    failed: failed.reduce((sum, { total }) => sum + total, 0),
    /** ms since the epoch; null without failures. */
    lastFailureAt:
      failed.length === 0 ? null : Math.max(...failed.map(({ latest }) => latest ?? 0)),
  }
}

export type SmsSpent = Awaited<ReturnType<typeof readSmsSpent>>

const spentOfDay = (now: number) =>
  sql<number>`coalesce(sum(case when begun_at > ${now - DAY_MS} then 1 else 0 end), 0)`.as('day')

/** Counts the SMS that cost money, which are all but failed ones, by payer. */
export async function readSmsSpent(db: Reader | Writer, now: number) {
  const rows = await db
    .selectFrom('sms_messages')
    .where('state', '!=', 'failed')
    .groupBy('payer')
    .select((eb) => ['payer', eb.fn.countAll<number>().as('all'), spentOfDay(now)])
    .execute()
  const of = (what: 'all' | 'day') => {
    const spentBy = (payer: Payer['kind']) =>
      Number(rows.find((row) => row.payer === payer)?.[what] ?? 0)
    return {
      total: rows.reduce((sum, row) => sum + Number(row[what]), 0),
      invited: spentBy('invited'),
      new: spentBy('new'),
    }
  }
  return { all: of('all'), day: of('day') }
}

/** Counts the SMS that cost money for new registrations from one IP address. */
export async function readSmsSpentFrom(db: Reader | Writer, address: string, now: number) {
  const { all, day } = await db
    .selectFrom('sms_messages')
    .where('address_hash', '=', hashSecret(address))
    .where('state', '!=', 'failed')
    .select((eb) => [eb.fn.countAll<number>().as('all'), spentOfDay(now)])
    .executeTakeFirstOrThrow()
  return { all: Number(all), day: Number(day) }
}

export async function addSmsMessage(
  db: Writer,
  messageId: string,
  payer: Payer,
  now: number,
): Promise<void> {
  const own = {
    address_hash: payer.kind === 'new' ? hashSecret(payer.address) : null,
    user_id: payer.kind === 'invited' ? payer.userId : null,
  }
  await db
    .insertInto('sms_messages')
    .values({
      message_id: messageId,
      payer: payer.kind,
      begun_at: now,
      state: 'sending',
      settled_at: null,
      ...own,
    })
    .execute()
}

/**
 * If an SMS is `sending` for longer than this (ms), its server stopped before the provider
 * answered.
 */
const CUT_AFTER_MS = 60_000

/** Returns the state of an invitation: also `failed` if nobody knows whether it was sent. */
export function invitationState(
  { state, begun_at }: { state: SmsState; begun_at: number },
  now: number,
) {
  if (state === 'sent') return 'sent'
  return state === 'sending' && now - begun_at < CUT_AFTER_MS ? 'sending' : 'failed'
}

/** Reads a person's invitations, newest first. */
export async function readInvitations(db: Writer, userId: string) {
  return await db
    .selectFrom('sms_messages')
    .where('user_id', '=', userId)
    .orderBy('begun_at', 'desc')
    .select(['message_id', 'state', 'begun_at'])
    .execute()
}

/** Stores the final state of an SMS. */
export async function settleSmsMessage(
  db: Writer,
  messageId: string,
  state: SmsState,
  now: number,
): Promise<void> {
  await db
    .updateTable('sms_messages')
    .set({ state, settled_at: now })
    .where('message_id', '=', messageId)
    .execute()
}

/** Reads the latest invitation of each invited person. */
export async function readLatestInvitations(db: Reader) {
  const rows = await db
    .selectFrom('sms_messages')
    .where('user_id', 'is not', null)
    .orderBy('user_id')
    .orderBy('begun_at')
    .select(['user_id', 'state', 'begun_at'])
    .execute()
  return new Map(rows.map(({ user_id, ...sent }) => [user_id, sent]))
}

const TROUBLE_KEY = 'sms_trouble'

/**
 * Reads why the provider refuses all our SMS, in the provider's words; null unless a server of this
 * database has found that it does.
 */
export async function readSmsTrouble(db: Reader | Writer): Promise<string | null> {
  return (await readEventState(db)).sms_trouble
}

export async function beginSmsTrouble(db: Writer, words: string): Promise<void> {
  const value = JSON.stringify(words)
  await db
    .insertInto('settings')
    .values({ name: TROUBLE_KEY, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function endSmsTrouble(db: Writer): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', TROUBLE_KEY).execute()
}
