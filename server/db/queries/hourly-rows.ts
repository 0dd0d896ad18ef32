import { HOUR_MS } from '#rules/sign-in'
import type { Reader, Writer } from '../database'
import { isPostgres, type JsonList, statement, textsOf } from '../statement'

/** How many rows of a table one account can cause in an hour; more than an honest booth causes in a day. The rest are counted. */
const ROWS_AN_HOUR = 200
/** Each table with its time column, and the table that counts. */
const LIMITED = {
  refusals: { time: 'refused_at', beyond: 'refusals_beyond' },
  late_entries: { time: 'received_at', beyond: 'late_beyond' },
} as const
type LimitedTable = keyof typeof LIMITED

/** Accounts by id: whether they are or were a booth's staff. */
export type Accounts = ReadonlyMap<string, 'staff' | 'others'>

const lock = statement((db, userIds: JsonList<string>) =>
  db
    .selectFrom('users')
    .where('user_id', 'in', textsOf(db, userIds))
    .orderBy('user_id')
    .select(['user_id', 'vendor_id', 'left_booth_at'])
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate()),
)

/** Locks accounts, all at once and in order, so that two servers together record no more than one. */
export async function lockAccounts(db: Writer, userIds: readonly string[]): Promise<Accounts> {
  const rows = await lock(db, [...new Set(userIds)])
  const kindOf = (row: (typeof rows)[number]) => (row.vendor_id === null && row.left_booth_at === null ? 'others' : 'staff')
  return new Map(rows.map((row) => [row.user_id, kindOf(row)]))
}

/** Returns the rows within the limit, and counts the others. Their accounts are locked. */
export async function withinTheHour<T extends { readonly user_id: string }>(
  db: Writer,
  table: LimitedTable,
  rows: readonly T[],
  now: number,
): Promise<T[]> {
  const { time, beyond } = LIMITED[table]
  const accounts = [...new Set(rows.map(({ user_id }) => user_id))]
  const lately = await db
    .selectFrom(table)
    .where('user_id', 'in', textsOf(db, accounts))
    .where(time, '>', now - HOUR_MS)
    .groupBy('user_id')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('total')])
    .execute()
  const taken = new Map(lately.map(({ user_id, total }) => [user_id, total]))
  const counted = new Map<string, number>()
  const within = rows.filter(({ user_id }) => {
    const total = (taken.get(user_id) ?? 0) + 1
    taken.set(user_id, total)
    if (total > ROWS_AN_HOUR) counted.set(user_id, (counted.get(user_id) ?? 0) + 1)
    return total <= ROWS_AN_HOUR
  })
  if (counted.size === 0) return within
  await db
    .insertInto(beyond)
    .values([...counted].map(([user_id, number]) => ({ user_id, number, first_at: now, last_at: now })))
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        number: eb(`${beyond}.number`, '+', eb.ref('excluded.number')),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute()
  return within
}

/** How many rows were only counted. */
export async function countBeyond(db: Reader, table: LimitedTable): Promise<number> {
  const { total } = await db
    .selectFrom(LIMITED[table].beyond)
    .select((eb) => eb.fn.sum<number | null>('number').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
