import { sql } from 'kysely'
import type { RuleCode } from '#contract/codes'
import { randomId } from '../../random'
import type { Writer } from '../database'
import { type JsonList, rowsOf, statement, textsOf } from '../statement'
import { columnsOf, type Tables } from '../tables'
import { type Accounts, withinTheHour } from './hourly-rows'

export type RefusalRow = Omit<Tables['refusals'], 'refusal_id'>

const insertRefusals = statement((db, refusals: JsonList<Tables['refusals']>) =>
  db
    .insertInto('refusals')
    .columns(columnsOf('refusals'))
    .expression(rowsOf(db, 'refusals', refusals))
    .onConflict((conflict) => conflict.doNothing()),
)

/**
 * Records refused awards of booths' staff beside the ledger. The same refusal of the same content is recorded only once; those of
 * an account beyond the limit are only counted.
 */
export async function recordRefusals(db: Writer, rows: readonly RefusalRow[], accounts: Accounts): Promise<void> {
  const ofStaff = rows.filter(({ user_id }) => accounts.get(user_id) === 'staff')
  if (ofStaff.length === 0) return
  const now = Math.max(...ofStaff.map(({ refused_at }) => refused_at))
  const recorded = await withinTheHour(db, 'refusals', ofStaff, now)
  const refusals = recorded.map((row) => ({ refusal_id: randomId(), ...row }))
  if (refusals.length > 0) await insertRefusals(db, refusals)
}

const LATE: RuleCode = 'KEPT_FOR_ORGANISER'

/** How these awards were answered: with refusals, or as late (rule 17); oldest first. */
export const findRefusals = statement((db, awardIds: JsonList<string>) =>
  db
    .selectFrom('refusals')
    .where('award_id', 'in', textsOf(db, awardIds))
    .select(['award_id', 'user_id', 'vendor_id', 'team_id', 'point_type', 'code', 'refused_at'])
    .select(sql<number>`0`.as('signed'))
    .unionAll(
      db
        .selectFrom('late_entries')
        .where('award_id', 'in', textsOf(db, awardIds))
        .where('kind', '=', 'award')
        .select(['award_id', 'user_id', 'vendor_id', 'team_id', 'point_type'])
        .select((eb) => [eb.val(LATE).as('code'), 'received_at as refused_at', 'signed']),
    )
    .orderBy('refused_at'),
)
