import { sql } from 'kysely'
import type { Reader, Writer } from '../database'
import { isPostgres } from '../json-rows'
import type { TableShape } from './shapes'

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
