import { type Kysely, sql } from 'kysely'
import type { Database } from '../database'

const LEDGER = ['awards', 'voids'] as const

/** Rule 7, kept by the database itself: whatever the code does, a row of the ledger stays as it was written. */
export async function up(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  if (engine === 'postgres') {
    await sql`
      create function refuse_ledger_change() returns trigger language plpgsql as $$
      begin raise exception 'the ledger is append-only'; end $$`.execute(db)
  }
  for (const table of LEDGER) {
    if (engine === 'postgres') {
      await sql`
        create trigger ${sql.ref(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
        for each statement execute function refuse_ledger_change()`.execute(db)
    }
    for (const change of ['update', 'delete'] as const) {
      const trigger = sql.ref(`${table}_no_${change}`)
      const on = sql`before ${sql.raw(change)} on ${sql.table(table)}`
      await (engine === 'postgres'
        ? sql`create trigger ${trigger} ${on} for each row execute function refuse_ledger_change()`
        : sql`create trigger ${trigger} ${on} begin select raise(abort, 'the ledger is append-only'); end`
      ).execute(db)
    }
  }
}
