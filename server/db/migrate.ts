import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { Failure } from '../failure'
import type { Database } from './database'
import type { Connections } from './postgres-connections'
import { createSchema } from './schema'
import type { Tables } from './tables'

/** A database with all of these tables is ours. */
const OURS = ['kysely_migration', 'awards', 'vendors']
const MAX_NAMED = 3

/** Throws `Failure` if the tables of a schema belong to another program. */
export function assertOurs(tables: readonly string[], where: string): void {
  const others = tables.filter((name) => !name.startsWith('kysely_'))
  if (others.length === 0 || OURS.every((name) => tables.includes(name))) return
  const named = others.slice(0, MAX_NAMED).join(', ')
  throw new Failure(
    `${where} contains tables of another program (${named}); name an empty database, or that of an event.`,
  )
}

/** Says why a connection failed, also for pg's errors that have no message of their own. */
function connectingText(reason: unknown): string {
  const { message } =
    reason instanceof AggregateError
      ? reason.errors[0]
      : reason instanceof Error
        ? reason
        : new Error(String(reason))
  if (/client password must be|empty password/.test(message))
    return 'it asks for a password, and the address has none'
  return message === 'timeout expired' ? 'it does not answer' : message
}

async function connectTo(connections: Connections, where: string): Promise<pg.Client> {
  try {
    return await connections.connect()
  } catch (reason) {
    throw new Failure(`The database cannot be opened (${where}): ${connectingText(reason)}.`)
  }
}

interface Facts {
  readonly pid: number
  readonly encoding: string
  readonly tables: readonly string[]
}

/** Reads the facts of a database. Its tables are without those of extensions. */
const READ_TABLES = `
  select pg_backend_pid() as pid, current_setting('server_encoding') as encoding, array(
    select relname::text from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname
  ) as tables`

async function pidOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}

const ROUNDS = 3

/**
 * Whether a pooler lets connections share a backend or switches their backends between queries.
 * Finds both kinds of pooler: those that reuse the backend released last, and those that reuse the
 * backend released first.
 */
async function isShared(first: pg.Client, second: pg.Client): Promise<boolean> {
  const pids = [await pidOf(first), await pidOf(second)]
  for (let round = 0; round < ROUNDS; round++) {
    if ((await pidOf(first)) !== pids[0] || (await pidOf(second)) !== pids[1]) return true
  }
  return pids[0] === pids[1]
}

async function assertOwnConnections(
  connections: Connections,
  first: pg.Client,
  pid: number,
  where: string,
): Promise<void> {
  // A pooler gives the client a made-up process id for cancelling queries. So if the client's id is
  // the backend's, there is no pooler.
  if ('processID' in first && first.processID === pid) return
  const second = await connectTo(connections, where)
  if (!(await isShared(first, second))) return
  throw new Failure(
    `${where} is behind a pooler that shares connections (in pgbouncer pool_mode = transaction); name PostgreSQL itself, or set pool_mode = session.`,
  )
}

/** Throws `Failure` for a PostgreSQL that cannot hold an event. */
export async function assertUsable(connections: Connections, where: string): Promise<void> {
  const client = await connectTo(connections, where)
  try {
    const [facts] = (await client.query<Facts>(READ_TABLES)).rows
    if (facts === undefined) throw new Error('a select without a table returned no row')
    if (facts.encoding !== 'UTF8') {
      throw new Failure(
        `${where} is encoded in ${facts.encoding}, which has no emoji; create it with createdb --encoding=UTF8 --template=template0.`,
      )
    }
    assertOurs(facts.tables, where)
    await assertOwnConnections(connections, client, facts.pid, where)
  } finally {
    connections.cutAll()
  }
}

type Engine = Database['engine']
type Migration = (db: Kysely<unknown>, engine: Engine) => Promise<void>
type Migrations = ReadonlyMap<string, Migration>

/** Migrations by release, oldest first. Never change a migration that was released. */
const MIGRATIONS: Migrations = new Map([['1.0.0', createSchema]])

/** The names of migrations before 1.0.0. Databases that have them are not supported. */
const NUMBERED = /^00\d\d-/

/** Compares a database's migrations with this version's. */
export function schemaState(
  applied: readonly string[],
  migrations: Migrations = MIGRATIONS,
): 'current' | 'behind' | 'too old' | 'too new' {
  if (applied.some((name) => NUMBERED.test(name))) return 'too old'
  if (applied.some((name) => !migrations.has(name))) return 'too new'
  return [...migrations.keys()].every((name) => applied.includes(name)) ? 'current' : 'behind'
}

/**
 * The table of applied migrations. It has Kysely's default name, because versions before 1.0.0 look
 * there and refuse a database with unknown migrations.
 */
const TABLE = sql.table('kysely_migration')

async function readApplied(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from ${TABLE}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether `migrate` would create or migrate the tables. */
export async function isBehind(db: Kysely<Tables>): Promise<boolean> {
  return schemaState(await readApplied(db)) === 'behind'
}

async function migrateLocked(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Migrations,
): Promise<void> {
  await sql`create table if not exists ${TABLE} (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
    db,
  )
  const applied = await readApplied(db)
  for (const [name, up] of migrations) {
    if (applied.includes(name)) continue
    await up(db as Kysely<unknown>, engine)
    await sql`insert into ${TABLE} (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      db,
    )
  }
}

/**
 * Migrates the database to this version in one transaction. Servers and commands that start at the
 * same time wait for each other.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Migrations = MIGRATIONS,
): Promise<void> {
  const state = schemaState(await readApplied(db), migrations)
  if (state === 'current') return
  if (state === 'too new') {
    throw new Failure(
      'A newer version has changed this database: start the newer version, or restore a backup from before the upgrade.',
    )
  }
  if (state === 'too old') {
    throw new Failure(
      'This database was made before 1.0.0; such databases are not supported: name a new database.',
    )
  }
  await db.connection().execute(async (own) => {
    await sql.raw(engine === 'sqlite' ? 'begin immediate' : 'begin').execute(own)
    try {
      if (engine === 'postgres')
        await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(own)
      await migrateLocked(own, engine, migrations)
      await sql`commit`.execute(own)
    } catch (reason) {
      await sql`rollback`.execute(own).catch(() => undefined)
      throw reason
    }
  })
}
