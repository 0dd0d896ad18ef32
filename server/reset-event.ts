import { rmSync } from 'node:fs'
import type { Keepable } from '#contract/organiser-entities'
import { organiserTexts } from '#texts/organiser'
import { audit, type By } from './audit'
import { type Backup, isSameEvent, readEventSum, writeBackup } from './backup-file'
import type { Database, Reader, Writer } from './db/database'
import { readLedgerId, renewLedgerId } from './db/queries/ledger-id'
import { writeSetting } from './db/queries/settings'
import { countPlayed, deletePlayed } from './db/whole-tables'
import { Refusal } from './refusal'
import { fileTime } from './time'

export const resetFileName = (now: number) => `before-reset-${fileTime(now)}.backup`

interface Resetting {
  readonly keep: ReadonlySet<Keepable>
  readonly by: By
  readonly now: () => number
  /** File for the backup that is made before anything is deleted. */
  readonly file: string
  readonly report?: (text: string) => void
  /** Throws `Refusal` if the event may not be emptied now. */
  readonly assertMay?: (db: Reader | Writer) => Promise<void>
}

/** Give up after this many backups if something was stored during each of them. */
const ATTEMPTS = 3

/** Thrown if the event no longer matches its backup. */
class Outdated {}

/** Empties the event. Throws `Outdated` if something was stored after its backup. */
async function empty(
  db: Database,
  made: Backup,
  played: string,
  { keep, by, now, assertMay }: Resetting,
  ledger: string | null,
) {
  return await db.write({ kind: 'event' }, async (writer) => {
    // Two organisers may reset at once; the second must not delete entries made after the first
    // reset.
    if (((await readLedgerId(writer))?.ledger ?? null) !== ledger)
      throw new Refusal('CHANGED_MEANWHILE')
    await assertMay?.(writer)
    const isSame =
      isSameEvent(await readEventSum(writer), made) && (await countPlayed(writer)) === played
    if (!isSame) throw new Outdated()
    const deleted = await deletePlayed(writer, keep, by.userId)
    // `fresh` keeps devices from resending entries of the rehearsal.
    await renewLedgerId(writer, { fresh: true })
    const at = now()
    await writeSetting(writer, 'reset_at', at)
    if (deleted.awards > 0) await writeSetting(writer, 'rehearsed_at', at)
    await audit(writer, at, by, { what: 'reset', about: organiserTexts.retained([...keep]) })
    return deleted
  })
}

/**
 * Makes a backup and empties the event after a rehearsal. Makes the backup again if teams, people,
 * tags or anything else that is deleted was stored meanwhile, so that none is lost. Throws
 * `Failure` if no backup can be made.
 */
export async function resetEvent(db: Database, resetting: Resetting) {
  const ledger = (await readLedgerId(db.read))?.ledger ?? null
  for (let attempt = 1; ; attempt++) {
    await resetting.assertMay?.(db.read)
    const played = await countPlayed(db.read)
    const made = await writeBackup(db, resetting.file, resetting.report ?? (() => undefined))
    try {
      const deleted = await empty(db, made, played, resetting, ledger)
      await db.forgetDeleted()
      return { ...deleted, backup: made.file }
    } catch (reason) {
      // After any other error the event may be empty: a connection can break during the commit.
      if (!(reason instanceof Outdated || reason instanceof Refusal)) {
        resetting.report?.(`Perhaps the event is empty now; its backup is ${made.file}.\n`)
        throw reason
      }
      // Delete the needless backup: it holds names and numbers.
      rmSync(made.file, { force: true })
      if (reason instanceof Refusal) throw reason
      if (attempt === ATTEMPTS) throw new Refusal('CHANGED_MEANWHILE')
    }
  }
}
