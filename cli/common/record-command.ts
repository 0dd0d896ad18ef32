import { audit, type By } from '#server/corrections/correction'
import type { Database } from '#server/db/database'

/** Writes the audit entry of a command that makes no other change, in a transaction of its own. */
export async function recordCommand(db: Database, by: By, entry: Parameters<typeof audit>[3]): Promise<void> {
  await db.write({ on: 'records' }, (writer) => audit(writer, Date.now(), by, entry))
}
