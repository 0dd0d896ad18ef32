import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tooManyRequests } from '../../limits'
import { randomId } from '../../random'
import type { Reader, Writer } from '../database'
import { countRows, insertRows } from '../statement'
import type { LateEntriesTable } from '../tables'
import { type Accounts, divideByHour, lockAccounts } from './hourly-rows'

/** A late entry as it was sent, stored for the organiser (rule 17). */
export type NewLateEntry = Omit<
  LateEntriesTable,
  'late_id' | 'accepted_at' | 'declined_at' | 'signed'
> & { signed?: number }

/**
 * Maximum number of late entries stored per account and hour: more awards than a booth gives in a
 * day (fault 93), and more bonuses than any player finds.
 */
const LATE_AN_HOUR = { staff: 2_000, others: 200 } as const
/**
 * Maximum time after which a device that was refused tries again (ms): an organiser may have
 * reopened the results meanwhile.
 */
const ASK_AGAIN_MS = 5 * 60_000

/**
 * Stores late entries up to the hourly limit of their accounts. Returns the entries beyond it,
 * which their devices keep, with the time until a retry (ms). The caller holds the ledger locks of
 * the entries' teams, has locked their accounts, and has checked that none of them is stored yet.
 */
export async function addLateEntries<T extends NewLateEntry>(
  db: Writer,
  entries: readonly T[],
  accounts: Accounts,
) {
  const now = Math.max(...entries.map(({ received_at }) => received_at))
  const maxOf = (userId: string) => LATE_AN_HOUR[accounts.get(userId) ?? 'others']
  const { within, beyond } = await divideByHour(db, 'late_entries', entries, { now, maxOf })
  const rows = within.map((entry) => ({ signed: 0, ...entry, late_id: randomId() }))
  await insertRows(db, 'late_entries', rows)
  return beyond.map(({ row, waitMs }) => ({ row, waitMs: Math.min(waitMs, ASK_AGAIN_MS) }))
}

/**
 * Rule 17 for one bonus or void: stores it if results are closed. Once stored it stays late, even
 * after reopening. A repeated bonus is recognised by its tag, a repeated void by its award. Throws
 * TOO_MANY_REQUESTS if its account has too many late entries.
 * @returns whether it is late: stored by this call or before
 */
export async function addIfLate(
  db: Writer,
  entry: NewLateEntry,
  isClosed: boolean,
): Promise<boolean> {
  const before = await db
    .selectFrom('late_entries')
    .where('kind', '=', entry.kind)
    .where('team_id', '=', entry.team_id)
    .$if(entry.kind === 'bonus', (query) => query.where('nfc_id', '=', entry.nfc_id))
    .$if(entry.kind === 'void', (query) => query.where('award_id', '=', entry.award_id))
    // Another person's late void, for example of somebody who has left, takes no void from the booth.
    .$if(entry.kind === 'void' && !isClosed, (query) => query.where('user_id', '=', entry.user_id))
    .select('late_id')
    .executeTakeFirst()
  if (before !== undefined) return true
  if (!isClosed) return false
  const [turnedAway] = await addLateEntries(db, [entry], await lockAccounts(db, [entry.user_id]))
  if (turnedAway !== undefined) throw tooManyRequests(turnedAway.waitMs)
  return true
}

/**
 * Finds a booth's late award by the id that its device sent. If several late awards have that id,
 * prefers this person's.
 */
export async function findLateAward(db: Reader | Writer, awardId: string, userId: string) {
  return await db
    .selectFrom('late_entries')
    .where('award_id', '=', awardId)
    .where('kind', '=', 'award')
    .orderBy((eb) => eb.case().when('user_id', '=', userId).then(0).else(1).end())
    .orderBy('received_at')
    .selectAll()
    .executeTakeFirst()
}

export async function findLateEntry(
  db: Reader | Writer,
  lateId: string,
): Promise<LateEntriesTable | undefined> {
  return await db
    .selectFrom('late_entries')
    .where('late_id', '=', lateId)
    .selectAll()
    .executeTakeFirst()
}

/** Sort key: 0 for undecided entries, which come first, and 1 for decided ones. */
const isDecided = sql<number>`case when late.accepted_at is null and late.declined_at is null then 0 else 1 end`

/**
 * Reads a page with names, undecided entries first, then newest first; the page begins after the
 * entry `after`.
 */
export async function readLateEntries(
  db: Reader,
  page?: { readonly after: LateEntriesTable | null; readonly limit: number },
) {
  const after = page?.after ?? null
  return await db
    .selectFrom('late_entries as late')
    .innerJoin('teams', 'teams.team_id', 'late.team_id')
    .innerJoin('point_types', 'point_types.point_type', 'late.point_type')
    .innerJoin('users', 'users.user_id', 'late.user_id')
    .leftJoin('vendors', 'vendors.vendor_id', 'late.vendor_id')
    .where(after === null ? sql<SqlBool>`true` : isAfter(after))
    .orderBy(isDecided)
    .orderBy('late.received_at', 'desc')
    .orderBy('late.made_at', 'desc')
    .orderBy('late.late_id')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0))
    .selectAll('late')
    .select([
      'teams.team_name',
      'point_types.label',
      'users.nickname as given_by',
      'vendors.name as vendor_name',
    ])
    .execute()
}

/** Condition: the entry follows this one in the order of `readLateEntries`. */
function isAfter(entry: LateEntriesTable): RawBuilder<SqlBool> {
  const decided = sql.lit(entry.accepted_at === null && entry.declined_at === null ? 0 : 1)
  const { received_at, made_at, late_id } = entry
  // Times are negated, because newer ones come first.
  return sql<SqlBool>`(${isDecided}, -late.received_at, -late.made_at, late.late_id) > (${decided}, ${-received_at}, ${-made_at}, ${late_id})`
}

/** Counts undecided entries. */
export async function countLateEntries(db: Reader): Promise<number> {
  return await countRows(
    db.selectFrom('late_entries').where('accepted_at', 'is', null).where('declined_at', 'is', null),
  )
}
