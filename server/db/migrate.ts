import { type Kysely, sql } from 'kysely'
import { Failure } from '../failure'
import type { Database } from './database'
import { createSchema, takeOver } from './schema'
import type { Tables } from './tables'

type Engine = Database['engine']
type Migration = (db: Kysely<unknown>, engine: Engine) => Promise<void>

/** By the release that brings them, oldest first. A released migration is never changed. */
const MIGRATIONS: ReadonlyMap<string, Migration> = new Map([['1.0.0', createSchema]])

/** Before 1.0.0 migrations had numbers. A database at the last of them is taken over, one at any other is not. */
const NUMBERED = /^00\d\d-/
const LAST_NUMBERED = '0020-pauses-by-index'

/** What this version makes of a database that has had these migrations. */
export function fitOf(applied: readonly string[]): 'current' | 'behind' | 'taken over' | 'too old' | 'too new' {
  const numbered = applied.filter((name) => NUMBERED.test(name))
  if (applied.length > numbered.length + applied.filter((name) => MIGRATIONS.has(name)).length) return 'too new'
  if (numbered.length > 0) return numbered.includes(LAST_NUMBERED) ? 'taken over' : 'too old'
  return [...MIGRATIONS.keys()].every((name) => applied.includes(name)) ? 'current' : 'behind'
}

/** Kysely's own name: versions before 1.0.0 look there, and refuse a database that has a migration they do not know. */
const TABLE = sql.table('kysely_migration')

async function readApplied(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from ${TABLE}`.execute(db)
  return rows.map(({ name }) => name)
}

async function migrateLocked(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await sql`create table if not exists ${TABLE} (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
    db,
  )
  const applied = await readApplied(db)
  const isTakenOver = fitOf(applied) === 'taken over'
  if (isTakenOver) await sql`delete from ${TABLE}`.execute(db)
  for (const [name, up] of MIGRATIONS) {
    if (applied.includes(name)) continue
    await (isTakenOver && up === createSchema ? takeOver : up)(db as Kysely<unknown>, engine)
    await sql`insert into ${TABLE} (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db)
  }
}

/** Migrates to the latest version, whole or not at all. Servers and commands that start at the same time wait for each other. */
export async function migrate(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const fit = fitOf(await readApplied(db))
  if (fit === 'current') return
  if (fit === 'too new') {
    throw new Failure('A newer version has changed this database: start that one, or restore a backup from before the upgrade.')
  }
  if (fit === 'too old') {
    throw new Failure(
      'This database is older than the last version before 1.0.0, the only one that is taken over: start that version on it first, or name a new database.',
    )
  }
  await db.connection().execute(async (own) => {
    await sql.raw(engine === 'sqlite' ? 'begin immediate' : 'begin').execute(own)
    try {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(own)
      await migrateLocked(own, engine)
      await sql`commit`.execute(own)
    } catch (reason) {
      await sql`rollback`.execute(own).catch(() => undefined)
      throw reason
    }
  })
  // What was deleted before 1.0.0 stayed in the file.
  if (engine === 'sqlite' && fit === 'taken over') await sql`vacuum`.execute(db)
}
