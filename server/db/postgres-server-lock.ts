import pg from 'pg'

/** Every server on a PostgreSQL database shares this lock for as long as it listens for changes. */
const KEY = "hashtextextended('geekquest server', 0)"

/** Waits while a command holds servers off. The lock ends with the connection. */
export async function shareServerLock(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${KEY})`)
}

/** Keeps servers off until released; null if one runs on the database. */
export async function takeServerLock(url: string): Promise<{ release(): Promise<void> } | null> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${KEY}) as taken`)
  if (rows[0]?.taken === true) return { release: () => client.end() }
  await client.end()
  return null
}
