import { randomId } from '../../random'
import type { Reader, Writer } from '../database'
import type { LateEntriesTable } from '../tables'

/** What was sent, as it is kept for the organiser (rule 17). */
export type NewLateEntry = Omit<LateEntriesTable, 'late_id' | 'accepted_at' | 'declined_at' | 'signed'> & { signed?: number }

/** Keeps what came late. The caller holds the locks of those teams' ledgers, and has looked that none of it is kept yet. */
export async function keepLateEntries(db: Writer, entries: readonly NewLateEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ signed: 0, ...entry, late_id: randomId(), accepted_at: null, declined_at: null }))
  await db.insertInto('late_entries').values(rows).execute()
}

/**
 * Rule 17 for one bonus or void: keeps it if results are closed. Once kept it stays late, also after a reopening: a team's bonus
 * by its tag, a void by its award.
 * @returns whether it is kept, now or before
 */
export async function keepIfLate(db: Writer, entry: NewLateEntry, isClosed: boolean): Promise<boolean> {
  const before = await db
    .selectFrom('late_entries')
    .where('kind', '=', entry.kind)
    .where('team_id', '=', entry.team_id)
    .$if(entry.kind === 'bonus', (query) => query.where('nfc_id', '=', entry.nfc_id))
    .$if(entry.kind === 'void', (query) => query.where('award_id', '=', entry.award_id))
    .select('late_id')
    .executeTakeFirst()
  if (before !== undefined) return true
  if (isClosed) await keepLateEntries(db, [entry])
  return isClosed
}

/** A booth's award that came late, by the id that its device gave it; of several that claim it this person's. */
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

export async function findLateEntry(db: Reader | Writer, lateId: string): Promise<LateEntriesTable | undefined> {
  return await db.selectFrom('late_entries').where('late_id', '=', lateId).selectAll().executeTakeFirst()
}

/** With names; newest first. */
export async function readLateEntries(db: Reader) {
  return await db
    .selectFrom('late_entries as late')
    .innerJoin('teams', 'teams.team_id', 'late.team_id')
    .innerJoin('point_types', 'point_types.point_type', 'late.point_type')
    .innerJoin('users', 'users.user_id', 'late.user_id')
    .leftJoin('vendors', 'vendors.vendor_id', 'late.vendor_id')
    .orderBy('late.received_at', 'desc')
    .orderBy('late.made_at', 'desc')
    .orderBy('late.late_id')
    .selectAll('late')
    .select(['teams.team_name', 'point_types.label', 'users.nickname as given_by', 'vendors.name as vendor_name'])
    .execute()
}

export type NamedLateEntry = Awaited<ReturnType<typeof readLateEntries>>[number]

/** How many wait for the organiser. */
export async function countLateEntries(db: Reader): Promise<number> {
  const { total } = await db
    .selectFrom('late_entries')
    .where('accepted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
