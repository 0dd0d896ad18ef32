import type pg from 'pg'
import { CALLS, createConnections } from './postgres-connections'

/** Every server on a PostgreSQL database shares this lock for as long as it reads the change log. */
const KEY = "hashtextextended('geekquest server', 0)"

/** Waits while a command holds servers off. The lock ends with the connection. */
export async function shareServerLock(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${KEY})`)
}

/** How many servers there are besides this one. */
export async function countOtherServers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>({
    name: 'count_other_servers',
    // An advisory lock's key is shown in two halves.
    text: `
      select count(*)::int as others from pg_locks
      where locktype = 'advisory' and granted and pid <> pg_backend_pid() and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = ${KEY}`,
  })
  return rows[0]?.others ?? 0
}

/** Keeps servers off until released; null if one runs on the database. */
export async function takeServerLock(url: string): Promise<{ release(): Promise<void> } | null> {
  const client = await createConnections(url, CALLS).connect()
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${KEY}) as taken`)
  if (rows[0]?.taken === true) return { release: () => client.end() }
  await client.end()
  return null
}
