import { sql } from 'kysely'
import type { RuleCode } from '#contract/codes'
import { randomId } from '../../random'
import type { Writer } from '../database'
import { jsonRows, jsonTexts, statement } from '../statement'
import type { Tables } from '../tables'
import { type Accounts, withinTheHour } from './hourly-rows'

export type RefusalRow = Omit<Tables['refusals'], 'refusal_id'>

const REFUSAL = {
  refusal_id: 'text',
  award_id: 'text',
  user_id: 'text',
  vendor_id: 'text',
  team_id: 'text',
  point_type: 'text',
  code: 'text',
  made_at: 'bigint',
  refused_at: 'bigint',
} as const satisfies { readonly [K in keyof Tables['refusals']]: 'text' | 'bigint' }

const insertRefusals = statement<{ refusals: string }>()((db, { refusals }) => {
  const columns = Object.keys(REFUSAL) as (keyof Tables['refusals'])[]
  const rows = sql<Tables['refusals']>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from ${jsonRows(db, refusals, REFUSAL)} as refusal where true`
  return db
    .insertInto('refusals')
    .columns(columns)
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing())
    .compile()
})

/**
 * Records refused awards of booths' staff beside the ledger. The same refusal of the same content is recorded only once; those of
 * an account beyond the limit are only counted.
 */
export async function recordRefusals(db: Writer, rows: readonly RefusalRow[], accounts: Accounts): Promise<void> {
  const ofStaff = rows.filter(({ user_id }) => accounts.get(user_id) === 'staff')
  if (ofStaff.length === 0) return
  const now = Math.max(...ofStaff.map(({ refused_at }) => refused_at))
  const recorded = await withinTheHour(db, 'refusals', ofStaff, now)
  const refusals = JSON.stringify(recorded.map((row) => ({ refusal_id: randomId(), ...row })))
  if (recorded.length > 0) await insertRefusals(db, { refusals })
}

const KEPT: RuleCode = 'KEPT_FOR_ORGANISER'

const selectRefusals = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('refusals')
    .where('award_id', 'in', jsonTexts(db, ids))
    .select(['award_id', 'user_id', 'vendor_id', 'team_id', 'point_type', 'code', 'refused_at'])
    .select(sql<number>`0`.as('signed'))
    .unionAll(
      db
        .selectFrom('late_entries')
        .where('award_id', 'in', jsonTexts(db, ids))
        .where('kind', '=', 'award')
        .select(['award_id', 'user_id', 'vendor_id', 'team_id', 'point_type'])
        .select((eb) => [eb.val(KEPT).as('code'), 'received_at as refused_at', 'signed']),
    )
    .orderBy('refused_at')
    .compile(),
)

/** What was answered to these awards: refusals, and that they came late (rule 17); oldest first for each. */
export async function findRefusals(db: Writer, awardIds: readonly string[]) {
  return await selectRefusals(db, { ids: JSON.stringify(awardIds) })
}
