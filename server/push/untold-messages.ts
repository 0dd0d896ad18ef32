import { isAbout } from '../db/changes'
import type { Database } from '../db/database'
import { claimUntoldMessages, hasUntoldMessages, type UntoldMessage } from '../db/queries/messages'
import { createRunsToCome } from '../db/runs-to-come'

/** A message that nobody was notified of for this long (ms), because no server ran, is no news any more. */
const FRESH_MS = 3_600_000

/**
 * Calls `tell` with each message of the organiser that nobody has been notified of: once, whichever call or command sent it, and
 * however many servers hear of it. Returns a function that stops.
 */
export function watchMessages(
  { db, now }: { readonly db: Database; readonly now: () => number },
  tell: (message: UntoldMessage) => void,
): () => void {
  async function claim(): Promise<void> {
    const since = now() - FRESH_MS
    if (!(await hasUntoldMessages(db.read, since))) return
    const messages = await db.write({ on: 'records' }, (writer) => claimUntoldMessages(writer, since, now()))
    for (const message of messages) tell(message)
  }

  const runs = createRunsToCome(claim)
  // Where the database is away, the next change finds the message.
  const check = () => void runs().catch(() => undefined)
  const end = db.changes.subscribe((change) => {
    const isUnread = change.on === 'anything' && change.unread === true
    if (isAbout(change, ['messages']) && !isUnread) check()
  })
  check()
  return end
}
