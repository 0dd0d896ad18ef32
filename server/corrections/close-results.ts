import { calls } from '#contract/calls'
import { readSettings, writeClosedAt } from '../db/queries/settings'
import { audit, type By, type CorrectionGame } from './correction'

/**
 * Rule 17: what arrives from now on waits for the organiser. Closing again changes nothing. Returns when results were closed (ms),
 * and whether they had not been before.
 */
export async function closeResults(game: CorrectionGame, by: By) {
  return await game.db.write({ on: 'event' }, async (db, tell) => {
    // Organisers hear what is for staff; players are shown nothing of it.
    tell({ of: calls.closeResults.touches, to: 'staff' })
    const { closedAt } = await readSettings(db)
    if (closedAt !== null) return { closedAt, isNew: false }
    // Not before: whatever was judged until this moment counts, however long the database was busy.
    const now = game.now()
    await writeClosedAt(db, now)
    await audit(db, now, by, { what: 'close' })
    return { closedAt: now, isNew: true }
  })
}

/** What arrives from now on counts again; what came late stays late. Returns whether results were closed. */
export async function reopenResults(game: CorrectionGame, by: By): Promise<boolean> {
  const now = game.now()
  return await game.db.write({ on: 'event' }, async (db, tell) => {
    tell({ of: calls.reopenResults.touches, to: 'staff' })
    if ((await readSettings(db)).closedAt === null) return false
    await writeClosedAt(db, null)
    await audit(db, now, by, { what: 'reopen' })
    return true
  })
}
