import type { Reader, Writer } from '../database'
import { scoringEntries } from '../ledger'
import { countRows } from './table-counts'

/** The whole ledger in three numbers, by which two copies of it are compared. */
export interface LedgerSum {
  readonly entries: number
  readonly voided: number
  /** The points of all entries that score. */
  readonly points: number
}

export async function readLedgerSum(db: Reader | Writer): Promise<LedgerSum> {
  const { points } = await scoringEntries(db)
    .select((eb) => eb.fn.sum<number | null>('awards.points').as('points'))
    .executeTakeFirstOrThrow()
  return { entries: await countRows(db, 'awards'), voided: await countRows(db, 'voids'), points: points ?? 0 }
}

export function isSameSum(one: LedgerSum, other: LedgerSum): boolean {
  return one.entries === other.entries && one.voided === other.voided && one.points === other.points
}
