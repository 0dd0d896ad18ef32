import type { LedgerSum } from '#server/db/queries/ledger-sum'
import { plural } from '../common/output'

/** `392 awards (3 voided), 9,800 points` */
export function sumText({ entries, voided, points }: LedgerSum): string {
  return `${plural(entries, 'entry', 'entries')} of the ledger (${voided} voided), ${plural(points, 'point')}`
}
