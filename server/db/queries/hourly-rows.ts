import { HOUR_MS } from '#rules/sms-throttle'
import type { Reader, Writer } from '../database'
import { isPostgres, type JsonList, statement, textsOf } from '../statement'

/** How many rows of a kind one account can cause in an hour; more than an honest booth has in a day. The rest is counted. */
const ROWS_AN_HOUR = 200
/** Each kind with its time, and the table that counts. */
const KINDS = {
  refusals: { time: 'refused_at', beyond: 'refusals_beyond' },
  late_entries: { time: 'received_at', beyond: 'late_beyond' },
} as const
type Kind = keyof typeof KINDS

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

/** Returns the rows that are still kept, and counts the others. Their accounts are locked. */
export async function withinTheHour<T extends { readonly user_id: string }>(
  db: Writer,
  kind: Kind,
  rows: readonly T[],
  now: number,
): Promise<T[]> {
  const { time, beyond } = KINDS[kind]
  const accounts = [...new Set(rows.map(({ user_id }) => user_id))]
  const lately = await db
    .selectFrom(kind)
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

/** How many of a kind were only counted. */
export async function countBeyond(db: Reader, kind: Kind): Promise<number> {
  const { total } = await db
    .selectFrom(KINDS[kind].beyond)
    .select((eb) => eb.fn.sum<number | null>('number').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
