import { type Kysely, sql } from 'kysely'
import type { Database } from '../database'

/** Rule 18: the years 2020 to 2100, in ms. */
const EARLIEST = sql.lit(Date.UTC(2020, 0, 1))
const LATEST = sql.lit(Date.UTC(2101, 0, 1) - 1)

/** What tells of the day. The times of accounts and of SMS are the server's own and are computed from nothing else. */
const TIMES = {
  awards: ['awarded_at', 'received_at'],
  voids: ['voided_at'],
  refusals: ['made_at', 'refused_at'],
  refusals_beyond: ['first_at', 'last_at'],
  team_scores: ['reached_at'],
  frozen_scores: ['reached_at'],
  teams: ['created_at', 'disbanded_at', 'hidden_at'],
  memberships: ['joined_at'],
  invites: ['created_at'],
  team_log: ['at'],
  messages: ['sent_at', 'notified_at'],
  audit: ['at'],
} as const

/** Tables that refuse updates, with what their trigger says. */
const APPEND_ONLY = new Map([
  ['awards', 'the ledger is append-only'],
  ['voids', 'the ledger is append-only'],
  ['audit', 'the audit trail is append-only'],
])

/** Runs `work` while rows of the table may be updated. SQLite cannot disable a trigger, so it is made anew. */
async function whileUpdatable(
  db: Kysely<unknown>,
  engine: Database['engine'],
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const message = APPEND_ONLY.get(table)
  if (message === undefined) return await work()
  const trigger = sql.ref(`${table}_no_update`)
  if (engine === 'postgres') {
    await sql`alter table ${sql.table(table)} disable trigger ${trigger}`.execute(db)
    await work()
    await sql`alter table ${sql.table(table)} enable trigger ${trigger}`.execute(db)
    return
  }
  await sql`drop trigger if exists ${trigger}`.execute(db)
  await work()
  await sql`create trigger ${trigger} before update on ${sql.table(table)} begin select raise(abort, ${sql.lit(message)}); end`.execute(
    db,
  )
}

/** Moves each time that is out of range to the nearest that is not. */
async function mendTimes(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  for (const name of columns) {
    const column = sql.ref(name)
    await sql`
      update ${sql.table(table)} set ${column} = case when ${column} < ${EARLIEST} then ${EARLIEST} else ${LATEST} end
      where ${column} not between ${EARLIEST} and ${LATEST}`.execute(db)
  }
}

/** SQLite adds no constraint to a table that exists, and to copy a large ledger takes long, so triggers check there. */
async function checkTimes(
  db: Kysely<unknown>,
  engine: Database['engine'],
  table: string,
  columns: readonly string[],
): Promise<void> {
  if (engine === 'postgres') {
    const inRange = columns.map((name) => sql`${sql.ref(name)} between ${EARLIEST} and ${LATEST}`)
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_times`)}
      check (${sql.join(inRange, sql` and `)})`.execute(db)
    return
  }
  const outOfRange = columns.map((name) => sql`${sql.ref(`new.${name}`)} not between ${EARLIEST} and ${LATEST}`)
  for (const change of ['insert', 'update'] as const) {
    await sql`
      create trigger ${sql.ref(`${table}_times_on_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
      when ${sql.join(outOfRange, sql` or `)}
      begin select raise(abort, 'a time lies outside the years 2020 to 2100'); end`.execute(db)
  }
}

/**
 * Times of other centuries are mended and refused from now on. Refusals are limited: `left_booth_at` says who was staff, and
 * `refusals_beyond` counts those beyond the limit. A player's requests to join are counted in `team_log`.
 */
export async function up(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  const { schema } = db
  await schema.alterTable('users').addColumn('left_booth_at', 'bigint').execute()
  // Who lost a booth before this version is known by the awards they gave.
  await sql`
    update users set left_booth_at = given.last_at
    from (select user_id, max(received_at) as last_at from awards where kind = 'award' group by user_id) as given
    where given.user_id = users.user_id and users.vendor_id is null`.execute(db)

  await schema
    .createTable('refusals_beyond')
    .addColumn('user_id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('refusals_by_user').on('refusals').columns(['user_id', 'refused_at']).execute()
  await schema.createIndex('team_log_by_user').on('team_log').columns(['user_id', 'at']).execute()

  for (const [table, columns] of Object.entries(TIMES)) {
    await whileUpdatable(db, engine, table, () => mendTimes(db, table, columns))
    await checkTimes(db, engine, table, columns)
  }
}
