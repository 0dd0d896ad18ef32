import type { By } from '#server/corrections/correction'
import type { Database } from '#server/db/database'
import { type AuditEntry, recordAudit } from '#server/db/queries/audit'

/** Writes the audit entry of a command that makes no other change, in a transaction of its own. */
export async function recordCommand(db: Database, by: By, entry: Omit<AuditEntry, 'user_id' | 'reason'>): Promise<void> {
  await db.write({ on: 'records' }, (writer) =>
    recordAudit(writer, Date.now(), { ...entry, user_id: by.userId, reason: by.reason }),
  )
}
