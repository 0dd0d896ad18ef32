import { randomId } from '../../random'
import type { Reader, Writer } from '../database'
import { isBefore } from '../statement'
import type { AuditTable } from '../tables'

export type AuditEntry = Pick<AuditTable, 'user_id' | 'what'> & Partial<AuditTable>

let recorded = 0

/** In the order of their making, also within one millisecond. */
function nextEntryId(): string {
  return `${String(++recorded).padStart(9, '0')}-${randomId()}`
}

/** Adds entries to the audit trail, in the transaction of what they tell of. */
export async function recordAudit(db: Writer, now: number, ...entries: readonly AuditEntry[]): Promise<void> {
  const none = { about: '', team_id: null, person_id: null, award_id: null, reason: null }
  const rows = entries.map((entry) => ({ ...none, entry_id: nextEntryId(), at: now, ...entry }))
  if (rows.length > 0) await db.insertInto('audit').values(rows).execute()
}

/** Entries with names in place of ids; the caller adds conditions and order. */
export function selectAudit(db: Reader | Writer) {
  return db
    .selectFrom('audit')
    .leftJoin('users as organiser', 'organiser.user_id', 'audit.user_id')
    .leftJoin('users as person', 'person.user_id', 'audit.person_id')
    .select([
      'audit.entry_id',
      'audit.at',
      'audit.what',
      'audit.about',
      'audit.award_id',
      'audit.reason',
      'organiser.nickname as who',
      'person.nickname as person',
    ])
}

/** When the last backup was made (ms); null if there is none. */
export async function readLastBackupAt(db: Reader): Promise<number | null> {
  const { at } = await db
    .selectFrom('audit')
    .where('what', '=', 'backup')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return at === null ? null : Number(at)
}

/** The entry that a page of the trail ended with; undefined if there is none. */
export async function findAuditEntry(db: Reader, entryId: string) {
  return await db.selectFrom('audit').where('entry_id', '=', entryId).select(['at', 'entry_id']).executeTakeFirst()
}

/** A page of the trail, newest first: the entries before another one, or made before a time (ms). */
export async function readAudit(db: Reader, before: { at: number; entry_id: string } | null, limit: number) {
  return await selectAudit(db)
    .$if(before !== null, (query) => query.where(isBefore({ at: before?.at ?? 0, entry_id: before?.entry_id ?? '' })))
    .orderBy('audit.at', 'desc')
    .orderBy('audit.entry_id', 'desc')
    .limit(limit)
    .execute()
}
