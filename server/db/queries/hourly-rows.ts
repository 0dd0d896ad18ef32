import { HOUR_MS } from '#rules/sign-in'
import type { Writer } from '../database'
import { isPostgres, type JsonList, statement, textsOf } from '../statement'

/**
 * The tables that limit an account's rows per hour, each with the column of a row's time.
 */
const TIME_COLUMNS = { refusals: 'refused_at', late_entries: 'received_at' } as const

type AccountKind = 'staff' | 'others'
/** Whether accounts are or were a booth's staff, by id. */
export type Accounts = ReadonlyMap<string, AccountKind>

const lock = statement((db, userIds: JsonList<string>) =>
  db
    .selectFrom('users')
    .where('user_id', 'in', textsOf(db, userIds))
    .orderBy('user_id')
    .select(['user_id', 'vendor_id', 'left_booth_at'])
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate()),
)

/**
 * Locks accounts, so that two servers together do not exceed a limit. One statement takes all locks
 * in the order of ids, so that two transactions never wait for each other.
 */
export async function lockAccounts(db: Writer, userIds: readonly string[]): Promise<Accounts> {
  const rows = await lock(db, [...new Set(userIds)])
  const kindOf = (row: (typeof rows)[number]) =>
    row.vendor_id === null && row.left_booth_at === null ? 'others' : 'staff'
  return new Map(rows.map((row) => [row.user_id, kindOf(row)]))
}

/** The number of an account's rows within the last hour, and the time of the first of them (ms). */
interface HourlyRows {
  readonly count: number
  readonly first: number
}

/**
 * Counts the rows of these locked accounts within the last hour. Leaves out accounts without rows.
 */
async function readLately(
  db: Writer,
  table: keyof typeof TIME_COLUMNS,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, HourlyRows>> {
  const time = TIME_COLUMNS[table]
  const rows = await db
    .selectFrom(table)
    .where('user_id', 'in', textsOf(db, [...new Set(userIds)]))
    .where(time, '>', now - HOUR_MS)
    .groupBy('user_id')
    .select((eb) => [
      'user_id',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number>(time).as('first'),
    ])
    .execute()
  return new Map(rows.map(({ user_id, ...lately }) => [user_id, lately]))
}

interface Divided<T> {
  readonly within: T[]
  readonly beyond: {
    readonly row: T
    /** Time until the account may have another row (ms). */
    readonly waitMs: number
  }[]
}

/**
 * Divides rows into those within and beyond the hourly limits of their accounts, which must be
 * locked.
 */
export async function divideByHour<T extends { readonly user_id: string }>(
  db: Writer,
  table: keyof typeof TIME_COLUMNS,
  rows: readonly T[],
  { now, maxOf }: { readonly now: number; readonly maxOf: (userId: string) => number },
): Promise<Divided<T>> {
  const lately = await readLately(
    db,
    table,
    rows.map(({ user_id }) => user_id),
    now,
  )
  const totals = new Map<string, number>()
  const divided: Divided<T> = { within: [], beyond: [] }
  for (const row of rows) {
    const { count = 0, first = now } = lately.get(row.user_id) ?? {}
    const total = (totals.get(row.user_id) ?? count) + 1
    totals.set(row.user_id, total)
    if (total <= maxOf(row.user_id)) divided.within.push(row)
    else divided.beyond.push({ row, waitMs: first + HOUR_MS - now })
  }
  return divided
}
