import pg from 'pg'
import type { TableRows } from './event-rows'

const ROWS_PER_STATEMENT = 20_000

interface Index {
  readonly name: string
  readonly definition: string
}

/** The indexes of a table that are not part of a constraint. */
async function plainIndexes(client: pg.Client, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
    [table],
  )
  return rows
}

async function columnTypes(client: pg.Client, table: string, columns: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass`,
    [table],
  )
  return columns.map((column) => rows.find(({ name }) => name === column)?.type ?? 'text')
}

async function insertRows(client: pg.Client, { table, columns, rows }: TableRows): Promise<void> {
  const types = await columnTypes(client, table, columns)
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  const statement = `insert into ${table} (${columns.join(', ')}) select * from unnest(${arrays})`
  let batch: unknown[][] = columns.map(() => [])
  const flush = async () => {
    await client.query(statement, batch)
    batch = columns.map(() => [])
  }
  for (const row of rows) {
    for (const [index, value] of row.entries()) batch[index]?.push(value)
    if ((batch[0]?.length ?? 0) >= ROWS_PER_STATEMENT) await flush()
  }
  if ((batch[0]?.length ?? 0) > 0) await flush()
}

/** Fills a migrated database in one transaction. Indexes are built once, after the rows. */
export async function seedPostgres(url: string, tables: readonly TableRows[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    // Foreign keys are triggers; running one for each of a million rows would take minutes.
    await client.query("set local session_replication_role = 'replica'")
    for (const rows of tables) {
      const indexes = await plainIndexes(client, rows.table)
      for (const { name } of indexes) await client.query(`drop index "${name}"`)
      await insertRows(client, rows)
      for (const { definition } of indexes) await client.query(definition)
    }
    await client.query('commit')
    // As autovacuum would do within a minute.
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
