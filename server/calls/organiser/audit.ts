import type { Handler } from '../../call-context'
import type { Reader } from '../../db/database'
import { findAuditEntry, readAudit } from '../../db/queries/audit'
import { Refusal } from '../../refusal'
import { isoTime } from '../../time'

const PAGE = 50
/** Shown as the author of entries without an account. */
const COMMAND_LINE = 'npm run event'

/** `before` is the entry that the last page ended with, or a time. */
async function readBefore(db: Reader, before: string | undefined) {
  if (before === undefined) return null
  const entry = await findAuditEntry(db, before)
  if (entry !== undefined) return entry
  const at = Date.parse(before)
  if (Number.isNaN(at)) throw new Refusal('INVALID_INPUT')
  return { at, entry_id: '' }
}

/** What was done by organisers, newest first. */
export const audit: Handler<'audit'> = async ({ before }, { game }) => {
  const entries = await readAudit(game.db.read, await readBefore(game.db.read, before), PAGE)
  return {
    entries: entries.map(({ entry_id, at, who, what, about, person, reason }) => ({
      ...{ entry_id, at: isoTime(at), who: who ?? COMMAND_LINE, what, reason },
      about: [about, person].filter((text) => text !== '' && text !== null).join(': '),
    })),
  }
}
