import { sql } from 'kysely'
import type { RuleCode } from '#contract/codes'
import { randomId } from '../../random'
import type { Reader, Writer } from '../database'
import { type JsonList, rowsOf, statement, textsOf } from '../statement'
import { columnsOf, type Tables } from '../tables'
import { type Accounts, divideByHour } from './hourly-rows'

/**
 * Maximum number of refusals recorded per account and hour: more than an honest booth has in a day.
 * Further refusals are only counted.
 */
const REFUSALS_AN_HOUR = 200

export type RefusalRow = Omit<Tables['refusals'], 'refusal_id'>

const insertRefusals = statement((db, refusals: JsonList<Tables['refusals']>) =>
  db
    .insertInto('refusals')
    .columns(columnsOf('refusals'))
    .expression(rowsOf(db, 'refusals', refusals))
    .onConflict((conflict) => conflict.doNothing()),
)

/**
 * Records refused awards of booths' staff beside the ledger. Repetitions of a refused award are
 * recorded once; refusals beyond an account's limit are only counted.
 */
export async function recordRefusals(
  db: Writer,
  rows: readonly RefusalRow[],
  accounts: Accounts,
): Promise<void> {
  const ofStaff = rows.filter(({ user_id }) => accounts.get(user_id) === 'staff')
  if (ofStaff.length === 0) return
  const now = Math.max(...ofStaff.map(({ refused_at }) => refused_at))
  const { within, beyond } = await divideByHour(db, 'refusals', ofStaff, {
    now,
    maxOf: () => REFUSALS_AN_HOUR,
  })
  const refusals = within.map((row) => ({ refusal_id: randomId(), ...row }))
  if (refusals.length > 0) await insertRefusals(db, refusals)
  const counted = new Map<string, number>()
  for (const { row } of beyond) counted.set(row.user_id, (counted.get(row.user_id) ?? 0) + 1)
  if (counted.size === 0) return
  await db
    .insertInto('refusals_beyond')
    .values(
      [...counted].map(([user_id, number]) => ({ user_id, number, first_at: now, last_at: now })),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        number: eb('refusals_beyond.number', '+', eb.ref('excluded.number')),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute()
}

/** Reads how many refusals were only counted. */
export async function countRefusalsBeyond(db: Reader): Promise<number> {
  const { total } = await db
    .selectFrom('refusals_beyond')
    .select((eb) => eb.fn.sum<number | null>('number').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** Reads how many refusals of each account were only counted, and when the last one was. */
export async function readRefusalsBeyond(db: Reader) {
  return await db
    .selectFrom('refusals_beyond')
    .leftJoin('users', 'users.user_id', 'refusals_beyond.user_id')
    .orderBy('refusals_beyond.user_id')
    .select([
      'refusals_beyond.user_id as id',
      'users.nickname as given_by',
      'refusals_beyond.last_at as refused_at',
      'refusals_beyond.number',
    ])
    .execute()
}

const LATE: RuleCode = 'KEPT_FOR_ORGANISER'

/** Finds earlier refusals of these awards, oldest first; KEPT_FOR_ORGANISER if late (rule 17). */
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
