import type pg from 'pg'
import { Failure } from '../failure'
import type { Connections } from './postgres-connections'

/** By which a database is known as ours. */
const OURS = ['kysely_migration', 'awards', 'vendors']
const NAMED_AT_MOST = 3

/** Throws `Failure` where the tables of a schema belong to another program. */
export function assertOurs(tables: readonly string[], where: string): void {
  const others = tables.filter((name) => !name.startsWith('kysely_'))
  if (others.length === 0 || OURS.every((name) => tables.includes(name))) return
  const named = others.slice(0, NAMED_AT_MOST).join(', ')
  throw new Failure(`${where} holds tables of another program (${named}); name an empty database, or that of an event.`)
}

/** pg's errors without a sentence of their own. */
function connectingText(reason: unknown): string {
  const { message } =
    reason instanceof AggregateError ? reason.errors[0] : reason instanceof Error ? reason : new Error(String(reason))
  if (/client password must be|empty password/.test(message)) return 'it asks for a password, and the address has none'
  return message === 'timeout expired' ? 'it does not answer' : message
}

export async function connectTo(connections: Connections, where: string): Promise<pg.Client> {
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

/** Tables of extensions are nobody's. */
const FACTS = `
  select pg_backend_pid() as pid, current_setting('server_encoding') as encoding, array(
    select relname::text from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname
  ) as tables`

async function pidOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}

const ROUNDS = 3

/** Whether what serves one connection changes, or serves another too: a pooler hands out what was given back last, or first. */
async function isShared(first: pg.Client, second: pg.Client): Promise<boolean> {
  const pids = [await pidOf(first), await pidOf(second)]
  for (let round = 0; round < ROUNDS; round++) {
    if ((await pidOf(first)) !== pids[0] || (await pidOf(second)) !== pids[1]) return true
  }
  return pids[0] === pids[1]
}

async function assertOwnConnections(connections: Connections, first: pg.Client, pid: number, where: string): Promise<void> {
  // A pooler makes up the key by which a connection's queries are cancelled.
  if ('processID' in first && first.processID === pid) return
  const second = await connectTo(connections, where)
  if (!(await isShared(first, second))) return
  throw new Failure(
    `${where} is behind a pooler that shares connections (in pgbouncer pool_mode = transaction); name PostgreSQL itself, or set pool_mode = session.`,
  )
}

/** Throws `Failure` for a PostgreSQL on which an event would fail sooner or later. */
export async function assertFit(connections: Connections, where: string): Promise<void> {
  const client = await connectTo(connections, where)
  try {
    const [facts] = (await client.query<Facts>(FACTS)).rows
    if (facts === undefined) throw new Error('a select without a table has one row')
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
