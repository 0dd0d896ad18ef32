import { sql } from 'kysely'
import { randomId } from '../../random'
import type { Writer } from '../database'
import { jsonRows, jsonTexts } from '../json-rows'
import { statement } from '../statement'
import type { Tables } from '../tables'

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
  // Only of accounts that are or were a booth's staff: those stay marked as named in the event file.
  const rows = sql<Tables['refusals']>`
    select ${sql.join(columns.map((name) => sql.ref(`refusal.${name}`)))}
    from ${jsonRows(db, refusals, REFUSAL)} as refusal
    inner join users on users.user_id = refusal.user_id
    where users.vendor_id is not null or users.imported = 1`
  return db
    .insertInto('refusals')
    .columns(columns)
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing())
    .compile()
})

/** Records refused awards beside the ledger. The same refusal of the same content is recorded only once. */
export async function recordRefusals(db: Writer, rows: readonly RefusalRow[]): Promise<void> {
  const refusals = rows.map((row) => ({ refusal_id: randomId(), ...row }))
  await insertRefusals(db, { refusals: JSON.stringify(refusals) })
}

const selectRefusals = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('refusals')
    .where('award_id', 'in', jsonTexts(db, ids))
    .orderBy('refused_at')
    .select(['award_id', 'user_id', 'vendor_id', 'team_id', 'point_type', 'code'])
    .compile(),
)

/** The refusals of these awards, oldest first for each. */
export async function findRefusals(db: Writer, awardIds: readonly string[]) {
  return await selectRefusals(db, { ids: JSON.stringify(awardIds) })
}
