import type { Award } from '#contract/entities'
import type { LateKind } from '#contract/organiser-entities'
import type { Reader } from '#server/db/database'
import { openDatabase } from '#server/db/open'
import { selectAwards, showAward } from '#server/db/queries/awards'
import { readLateEntries } from '#server/db/queries/late-entries'
import type { AwardKind } from '#server/db/tables'
import { isoTime, localTime } from '#server/time'

/** Something of a ledger that another one lacks: an entry, the void of one that both have, or what came late and was not accepted. */
export interface Missing extends Omit<Award, 'vendor_id' | 'point_type'> {
  readonly kind: AwardKind | 'void' | `late ${LateKind}`
}

const readEntries = async (db: Reader) =>
  await selectAwards(db).select('awards.kind').orderBy('awards.awarded_at').orderBy('awards.award_id').execute()

/** Phones do not send these again: they were told that the organiser has them. */
async function findMissingLate(db: Reader, backup: Reader): Promise<Missing[]> {
  const held = new Set((await readLateEntries(backup)).map(({ late_id }) => late_id))
  const lost = (await readLateEntries(db)).filter(({ late_id, accepted_at }) => accepted_at === null && !held.has(late_id))
  return lost.reverse().map(({ kind, award_id, team_id, team_name, vendor_name, label, points, made_at, received_at }) => ({
    ...{ kind: `late ${kind}`, award_id, team_id, team_name, vendor_name, label, points, voided: false },
    ...{ awarded_at: isoTime(made_at), received_at: isoTime(received_at) },
  }))
}

/** What the ledger of `db` has and that of the file lacks, oldest first. */
export async function findMissing(db: Reader, file: string): Promise<Missing[]> {
  const backup = await openDatabase({ engine: 'sqlite', file })
  try {
    const held = new Map((await readEntries(backup.read)).map(({ award_id, voided_at }) => [award_id, voided_at !== null]))
    const entries = (await readEntries(db)).flatMap(({ kind, ...row }): Missing[] => {
      const isVoided = held.get(row.award_id)
      if (isVoided === undefined) return [{ ...showAward(row), kind }]
      return row.voided_at !== null && !isVoided ? [{ ...showAward(row), kind: 'void' }] : []
    })
    return [...entries, ...(await findMissingLate(db, backup.read))]
  } finally {
    await backup.close()
  }
}

function line({ kind, voided, awarded_at, vendor_name, team_name, label, points, award_id }: Missing): string {
  const what = kind === 'void' || !voided ? kind : `voided ${kind}`
  const from = vendor_name === null ? '' : `${vendor_name} to `
  return `  ${localTime(Date.parse(awarded_at))} ${what}: ${from}${team_name}, ${label}, ${points} (${award_id})\n`
}

/** The missing entries by name; empty if there are none. */
export function missingText(missing: readonly Missing[]): string {
  if (missing.length === 0) return ''
  const lines = missing.map(line).join('')
  return `Not in the backup:\n${lines}Awards of the last 24 hours come back from the phones that gave them. Bonuses, adjustments, voids made elsewhere, late entries and awards of lost phones do not: enter them by hand.\n`
}
