import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Reader, Writer } from './database'
import { migrate } from './migrate'
import { removeRehearsals, restoreWindow } from './queries/rehearsal'
import { endFreeze, writeClosedAt } from './queries/settings'
import { DEVICE_SALT } from './queries/voucher-signers'
import { sqliteDialect } from './sqlite-file'
import { isPostgres } from './statement'
import type { Tables } from './tables'

/** A table, as far as copying its rows needs to know it. */
export interface TableShape {
  readonly name: string
  /** In alphabetical order: engines and versions of the file list them differently. */
  readonly columns: readonly string[]
  /** Tables that its rows refer to. */
  readonly references: readonly string[]
}

/** The tables of an SQLite file, each after those that it refers to. Kysely's and SQLite's own are left out. */
export function readShapes(connection: DatabaseSync): TableShape[] {
  const names = connection.prepare(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\' order by name",
  )
  const columns = connection.prepare('select name from pragma_table_info(?) order by name')
  const references = connection.prepare('select distinct "table" as name from pragma_foreign_key_list(?)')
  const shapes = namesIn(names.all()).map((name) => ({
    name,
    columns: namesIn(columns.all(name)),
    references: namesIn(references.all(name)),
  }))
  return inOrder(shapes)
}

function namesIn(rows: readonly Record<string, SQLOutputValue>[]): string[] {
  return rows.map(({ name }) => String(name))
}

function inOrder(shapes: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = []
  const placed = new Set<string>()
  function place(shape: TableShape): void {
    if (placed.has(shape.name)) return
    placed.add(shape.name)
    for (const name of shape.references) {
      const referred = shapes.find((one) => one.name === name)
      if (referred !== undefined) place(referred)
    }
    ordered.push(shape)
  }
  for (const shape of shapes) place(shape)
  return ordered
}

/** The tables of this version. Both engines have the same, and only SQLite says in one line what refers to what. */
export async function currentShapes(): Promise<TableShape[]> {
  const connection = new DatabaseSync(':memory:')
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  try {
    await migrate(db, 'sqlite')
    return readShapes(connection)
  } finally {
    await db.destroy()
  }
}

/**
 * Runs `work` without the triggers that keep the ledger append-only, within the caller's transaction. For commands that replace
 * the whole ledger (restore, reset); no award is ever changed by it.
 */
export async function withoutTriggers(db: Writer, shapes: readonly TableShape[], work: () => Promise<void>): Promise<void> {
  if (isPostgres(db)) {
    for (const { name } of shapes) await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
    await work()
    for (const { name } of shapes) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema where type = 'trigger'`.execute(
    db,
  )
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db)
  await work()
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db)
}

/** Deletes all rows. The order of the shapes is that of insertion. */
export async function emptyTables(db: Writer, shapes: readonly TableShape[]): Promise<void> {
  await withoutTriggers(db, shapes, async () => {
    for (const { name } of shapes.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db)
  })
}

/** The first table that holds a row; null if the database is empty. */
export async function findFilledTable(db: Reader, shapes: readonly TableShape[]): Promise<string | null> {
  for (const { name } of shapes) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return null
}

/** What may stay when the rest is deleted. The event's booths and point types always do. */
export const KEEPABLE = ['tags', 'staff', 'settings'] as const
export type Keepable = (typeof KEEPABLE)[number]

/** What playing leaves, each table before those that it refers to. */
const PLAYED = [
  ...([
    'frozen_scores',
    'tag_touches',
    'tag_refusals',
    'dismissed_odd',
    'voids',
    'awards',
    'team_scores',
    'team_log',
    'invites',
    'memberships',
    'refusals',
  ] as const),
  ...(['late_entries', 'late_beyond', 'refusals_beyond', 'audit', 'messages', 'push_subscriptions', 'booth_devices'] as const),
  'signing_devices' as const,
]

async function removeAccounts(db: Writer, keepStaff: boolean): Promise<number> {
  const gone = db
    .selectFrom('users')
    .$if(keepStaff, (query) => query.where('vendor_id', 'is', null).where('organiser_since', 'is', null))
    .select('user_id')
  for (const table of ['sessions', 'organiser_links', 'sign_in_requests', 'staff_history'] as const) {
    await db.deleteFrom(table).where('user_id', 'in', gone).execute()
  }
  const { numDeletedRows } = await db.deleteFrom('users').where('user_id', 'in', gone).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes the ledger, teams, players and all that tells of them, rehearsed or real. Notes of SMS stay: they were paid. Returns how
 * much went.
 */
export async function deletePlayed(db: Writer, shapes: readonly TableShape[], keep: ReadonlySet<Keepable>) {
  const deleted = { awards: 0, teams: 0, accounts: 0 }
  await withoutTriggers(db, shapes, async () => {
    await endFreeze(db)
    await writeClosedAt(db, null)
    await restoreWindow(db)
    // Devices register anew, under other ids.
    await db.deleteFrom('server_keys').where('name', '=', DEVICE_SALT).execute()
    for (const table of PLAYED) {
      const { numDeletedRows } = await db.deleteFrom(table).executeTakeFirstOrThrow()
      if (table === 'awards') deleted.awards = Number(numDeletedRows)
    }
    await (keep.has('tags') ? db.updateTable('tags').set({ team_id: null }) : db.deleteFrom('tags')).execute()
    deleted.teams = Number((await db.deleteFrom('teams').executeTakeFirstOrThrow()).numDeletedRows)
    deleted.accounts = (await removeRehearsals(db)) + (await removeAccounts(db, keep.has('staff')))
    if (!keep.has('settings')) await db.deleteFrom('settings').execute()
  })
  return deleted
}
