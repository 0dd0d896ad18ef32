import { sql } from 'kysely'
import type { RuleCode } from '#contract/codes'
import { HOUR_MS } from '#rules/sms-throttle'
import { randomId } from '../../random'
import type { Reader, Writer } from '../database'
import { isPostgres, jsonRows, jsonTexts } from '../json-rows'
import { settleAll } from '../settle-all'
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
  const rows = sql<Tables['refusals']>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from ${jsonRows(db, refusals, REFUSAL)} as refusal where true`
  return db
    .insertInto('refusals')
    .columns(columns)
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing())
    .compile()
})

/** Which of these accounts are or were a booth's staff. Locked, so that two servers together record no more than one. */
const lockStaff = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('users')
    .where('user_id', 'in', jsonTexts(db, ids))
    .where((eb) => eb.or([eb('vendor_id', 'is not', null), eb('left_booth_at', 'is not', null)]))
    .orderBy('user_id')
    .select('user_id')
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .compile(),
)

const countLately = statement<{ ids: string; since: number }>()((db, { ids, since }) =>
  db
    .selectFrom('refusals')
    .where('user_id', 'in', jsonTexts(db, ids))
    .where('refused_at', '>', since)
    .groupBy('user_id')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('total')])
    .compile(),
)

async function countBeyond(db: Writer, rows: readonly Tables['refusals_beyond'][]): Promise<void> {
  await db
    .insertInto('refusals_beyond')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        number: eb('refusals_beyond.number', '+', eb.ref('excluded.number')),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute()
}

/** How many refusals of one account are recorded in an hour; more than an honest booth has in a day. */
const REFUSALS_AN_HOUR = 200

/**
 * Records refused awards of booths' staff beside the ledger. The same refusal of the same content is recorded only once; those of
 * an account beyond the limit are only counted.
 */
export async function recordRefusals(db: Writer, rows: readonly RefusalRow[]): Promise<void> {
  const now = Math.max(...rows.map(({ refused_at }) => refused_at))
  const ids = JSON.stringify([...new Set(rows.map(({ user_id }) => user_id))])
  const room = new Map((await lockStaff(db, { ids })).map(({ user_id }) => [user_id, REFUSALS_AN_HOUR]))
  if (room.size === 0) return
  for (const { user_id, total } of await countLately(db, { ids, since: now - HOUR_MS })) {
    if (room.has(user_id)) room.set(user_id, Math.max(0, REFUSALS_AN_HOUR - total))
  }
  const recorded = rows.filter(({ user_id }) => {
    const left = room.get(user_id)
    if (left === undefined) return false
    room.set(user_id, left - 1)
    return left > 0
  })
  const beyond = [...room].flatMap(([user_id, left]) =>
    left < 0 ? [{ user_id, number: -left, first_at: now, last_at: now }] : [],
  )
  const refusals = JSON.stringify(recorded.map((row) => ({ refusal_id: randomId(), ...row })))
  await settleAll([recorded.length > 0 && insertRefusals(db, { refusals }), beyond.length > 0 && countBeyond(db, beyond)])
}

/** How many refusals were only counted. */
export async function readRefusalsBeyond(db: Reader): Promise<number> {
  const { total } = await db
    .selectFrom('refusals_beyond')
    .select((eb) => eb.fn.sum<number | null>('number').as('total'))
    .executeTakeFirstOrThrow()
  return total ?? 0
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
