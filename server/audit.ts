import type { Writer } from './db/database'
import { type AuditEntry, recordAudit } from './db/queries/audit'

/** The author of a correction, and the reason. */
export interface By {
  /** The organiser's account; null for the command line. */
  readonly userId: string | null
  readonly reason: string | null
}

/** Writes the audit entries of a correction, in its transaction. */
export async function audit(
  db: Writer,
  now: number,
  by: By,
  ...entries: readonly Omit<AuditEntry, 'user_id' | 'reason'>[]
): Promise<void> {
  await recordAudit(
    db,
    now,
    ...entries.map((entry) => ({ ...entry, user_id: by.userId, reason: by.reason })),
  )
}
