import { type CompiledQuery, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Writer } from './database'

type Executor = ReturnType<Reader['getExecutor']>

/** A placeholder in a query for a value that is given at each run. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** SQL texts that PostgreSQL prepares under a name; as many as there are statements in the sources. */
const names = new Map<string, string>()

/** The name of a prepared statement on a PostgreSQL connection; undefined for SQL that is not built here. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}

/**
 * A query that is built and compiled twice, for reader and writer; each run only passes values. For queries of
 * every call: building them costs Kysely more than SQLite needs to run them.
 * @param build gets a placeholder for each value. A placeholder may be used wherever Kysely takes a single value. Its value
 * cannot be inspected, so queries that depend on it (null or not, a list's length) cannot be statements.
 */
export function statement<Values extends Readonly<Record<string, string | number | null>> = Readonly<Record<never, never>>>() {
  return <Row>(build: (db: Reader | Writer, value: Values) => CompiledQuery<Row>) => {
    // Transactions and connections of one pool share its adapter.
    const compiled = new WeakMap<Executor['adapter'], CompiledQuery<Row>>()

    function compile(db: Reader | Writer): CompiledQuery<Row> {
      // Kysely only passes the values on to `parameters`, so it does not matter that these are not strings or numbers.
      const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) }) as Values
      const query = build(db, placeholders)
      if (!names.has(query.sql)) names.set(query.sql, `s${names.size + 1}`)
      compiled.set(db.getExecutor().adapter, query)
      return query
    }

    return async (db: Reader | Writer, values: Values): Promise<Row[]> => {
      const query = compiled.get(db.getExecutor().adapter) ?? compile(db)
      const parameters = query.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one))
      return (await db.executeQuery<Row>({ ...query, parameters })).rows
    }
  }
}

type ColumnType = 'text' | 'bigint'
type Columns = Readonly<Record<string, ColumnType>>
type ValueOf<T extends ColumnType> = T extends 'text' ? string : number
type RowOf<C extends Columns> = { [K in keyof C]: ValueOf<C[K]> }

/** Whether a row stands before a position in the order of these columns. Both engines find it in an index that begins with them. */
export function isBefore(position: Readonly<Record<string, string | number>>): RawBuilder<SqlBool> {
  const columns = Object.keys(position).map((name) => sql.ref(name))
  return sql<SqlBool>`(${sql.join(columns)}) < (${sql.join(Object.values(position))})`
}

export const isPostgres = (db: Reader | Writer) => db.getExecutor().adapter instanceof PostgresAdapter

/** A JSON array of strings as a query with one column: always a single parameter, so that the SQL is constant. */
export function jsonTexts(db: Reader | Writer, json: string): RawBuilder<string> {
  return isPostgres(db) ? sql`(select json_array_elements_text(${json}::json))` : sql`(select value from json_each(${json}))`
}

/** A JSON array of objects as a table. Missing members are null. */
export function jsonRows<C extends Columns>(db: Reader | Writer, json: string, columns: C): RawBuilder<RowOf<C>> {
  const entries = Object.entries(columns)
  if (isPostgres(db)) {
    const list = sql.join(entries.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))
    return sql`(select * from json_to_recordset(${json}::json) as member(${list}))`
  }
  const list = sql.join(entries.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))
  return sql`(select ${list} from json_each(${json}))`
}

/** Rows per statement: both engines limit the number of parameters. */
const BATCH = 500

/** Inserts many rows, a few hundred with each statement. */
export async function inBatches<T>(rows: readonly T[], insert: (batch: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await insert(rows.slice(from, from + BATCH))
}

/**
 * `Promise.all` for the statements of one transaction that never leaves one running after another failed: a statement still
 * waiting for SQLite's connection would run after the rollback, inside the next transaction.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements)
  return await Promise.all(statements)
}
