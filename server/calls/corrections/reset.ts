import { basename, join } from 'node:path'
import { normaliseText } from '#rules/text'
import { resetTexts } from '#texts/errors'
import type { Handler } from '../../call-context'
import type { Reader, Writer } from '../../db/database'
import { readSettings } from '../../db/queries/settings'
import { Failure } from '../../failure'
import { Refusal } from '../../refusal'
import { resetEvent, resetFileName } from '../../reset-event'

/** Allows a reset only while nobody plays: before the start, or once results are closed. */
async function assertNobodyPlays(db: Reader | Writer, now: number): Promise<void> {
  const { startsAt, closedAt } = await readSettings(db)
  if (closedAt !== null || (startsAt !== null && now < startsAt)) return
  throw new Refusal('IN_USE', {}, resetTexts.running)
}

export const reset: Handler<'reset'> = async ({ keep, name }, { game, by }) => {
  if (name !== normaliseText(game.names.product)) {
    throw new Refusal('INVALID_INPUT', { fields: { name: resetTexts.name(game.names.product) } })
  }
  try {
    const done = await resetEvent(game.db, {
      keep: new Set(keep),
      by,
      now: game.now,
      file: join(game.backupFolder(), resetFileName(game.now())),
      assertMay: (db) => assertNobodyPlays(db, game.now()),
    })
    return { ...done, backup: basename(done.backup) }
  } catch (reason) {
    if (reason instanceof Failure) throw new Refusal('IN_USE', {}, resetTexts.noBackup)
    throw reason
  }
}
