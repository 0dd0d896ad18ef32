import { type SqlBool, sql } from 'kysely'
import { randomId } from '../../random'
import type { Reader, Writer } from '../database'
import { insertRows } from '../statement'
import type { Tables } from '../tables'

export type AuditEntry = Pick<Tables['audit'], 'user_id' | 'what'> & Partial<Tables['audit']>

let recorded = 0

/** Creates ids in ascending order, by which entries of the same millisecond are sorted. */
function nextEntryId(): string {
  return `${String(++recorded).padStart(9, '0')}-${randomId()}`
}

/** Adds entries to the audit trail, in the transaction whose changes they describe. */
export async function recordAudit(
  db: Writer,
  now: number,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  const rows = entries.map((entry) => ({ about: '', entry_id: nextEntryId(), at: now, ...entry }))
  await insertRows(db, 'audit', rows)
}

/** Selects entries with the names of people. The caller adds conditions and order. */
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

/**
 * Reads when the last backup was made (ms); null if there is none. A reset counts, because it makes
 * a backup; it also deletes the audit entries of earlier backups.
 */
export async function readLastBackupAt(db: Reader): Promise<number | null> {
  const { at } = await db
    .selectFrom('audit')
    .where('what', 'in', ['backup', 'reset'])
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return at === null ? null : Number(at)
}

/** Whether the command line has played a rehearsal. */
export async function hasRehearsed(db: Reader): Promise<boolean> {
  const entry = db.selectFrom('audit').where('what', '=', 'rehearse').select('entry_id').limit(1)
  return (await entry.executeTakeFirst()) !== undefined
}

/** Finds the entry after which a page begins; undefined if no entry has this id. */
export async function findAuditEntry(db: Reader, entryId: string) {
  return await db
    .selectFrom('audit')
    .where('entry_id', '=', entryId)
    .select(['at', 'entry_id'])
    .executeTakeFirst()
}

/**
 * Reads a page of the trail, newest first: the entries that precede `before`, an entry or, with an
 * empty id, a time (ms).
 */
export async function readAudit(
  db: Reader,
  before: { at: number; entry_id: string } | null,
  limit: number,
) {
  return await selectAudit(db)
    .$if(before !== null, (query) =>
      query.where(sql<SqlBool>`(audit.at, audit.entry_id) < (${before?.at}, ${before?.entry_id})`),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.entry_id', 'desc')
    .limit(limit)
    .execute()
}
