import { calls } from '#contract/calls'
import { endFreeze, readFrozenAt, startFreeze } from '../db/queries/settings'
import { audit, type By, type CorrectionGame } from './correction'

/** Rule 16: keeps the ranking as it is now. Freezing again changes nothing. Returns when it was frozen (ms). */
export async function freeze(game: CorrectionGame, by: By): Promise<number> {
  return await game.db.write({ on: 'event' }, async (db, tell) => {
    tell({ of: calls.freeze.touches })
    const frozenAt = await readFrozenAt(db)
    if (frozenAt !== null) return frozenAt
    // Not before: the scores are those of this moment, however long the database was busy.
    const now = game.now()
    await startFreeze(db, now)
    await audit(db, now, by, { what: 'freeze' })
    return now
  })
}

/** Shows the ranking as it is. */
export async function reveal(game: CorrectionGame, by: By): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'event' }, async (db, tell) => {
    tell({ of: calls.reveal.touches })
    if ((await readFrozenAt(db)) === null) return
    await endFreeze(db)
    await audit(db, now, by, { what: 'reveal' })
  })
}
