import {
  type CompiledQuery,
  type Insertable,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import { assertOpen, type Reader, type Writer } from './database'
import { columnsOf, type Tables } from './tables'

type Executor = ReturnType<Reader['getExecutor']>

/** Takes the place of a value in a compiled query until a run passes the value. */
class Placeholder {
  constructor(readonly index: number) {}
}

/**
 * The type of a list that is a value of a statement. The list is sent as one JSON parameter, so
 * that the SQL does not depend on its length.
 */
export interface JsonList<One> {
  readonly listOf: One
}

type Value = string | number | JsonList<unknown>
type PlainValue<V> = V extends JsonList<infer One> ? readonly One[] : V
type Build<Values extends readonly Value[], Row> = (
  db: Reader | Writer,
  ...values: Values
) => { compile(db: Reader | Writer): CompiledQuery<Row> }
type Run<Values extends readonly Value[], Result> = (
  db: Reader | Writer,
  ...values: { [K in keyof Values]: PlainValue<Values[K]> }
) => Promise<Result>

/**
 * Names under which PostgreSQL prepares SQL texts. Their number is bounded: only the statements in
 * the sources get names.
 */
const names = new Map<string, string>()

/**
 * Returns the name under which PostgreSQL prepares this SQL; undefined for SQL of no `statement`.
 */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}

/**
 * Builds and compiles a query once per connection or pool; each run only passes values. Use it for
 * queries that many calls run: Kysely needs longer to build a query than SQLite needs to run it.
 * @param build receives placeholders, usable wherever Kysely takes a single value. The query cannot
 * depend on the values.
 */
export function statement<Values extends readonly Value[], Row>(
  build: Build<Values, Row>,
): Run<Values, Row[]> {
  // Compiled queries by adapter, because the transactions and connections of a pool share one.
  const compiled = new WeakMap<Executor['adapter'], CompiledQuery<Row>>()

  function compile(db: Reader | Writer): CompiledQuery<Row> {
    // Kysely only copies the values to `parameters`, so placeholders may take their place.
    const placeholders = Array.from(
      { length: build.length - 1 },
      (_, index) => new Placeholder(index),
    ) as unknown as Values
    const query = build(db, ...placeholders).compile(db)
    if (!names.has(query.sql)) names.set(query.sql, `s${names.size + 1}`)
    compiled.set(db.getExecutor().adapter, query)
    return query
  }

  return async (db, ...values) => {
    assertOpen(db)
    const query = compiled.get(db.getExecutor().adapter) ?? compile(db)
    const parameters = query.parameters.map((one) =>
      one instanceof Placeholder ? parameterOf(values[one.index]) : one,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** Like `statement`, for queries of at most one row. */
export function statementOfOne<Values extends readonly Value[], Row>(
  build: Build<Values, Row>,
): Run<Values, Row | undefined> {
  const all = statement(build)
  return async (db, ...values) => (await all(db, ...values))[0]
}

const parameterOf = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value)

export const isPostgres = (db: Reader | Writer) =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** Builds a query that returns texts as rows of one column. */
export function textsOf(
  db: Reader | Writer,
  list: readonly string[] | JsonList<string>,
): RawBuilder<string> {
  const json = parameterOf(list)
  return isPostgres(db)
    ? sql`(select json_array_elements_text(${json}::json))`
    : sql`(select value from json_each(${json}))`
}

type Column<T extends keyof Tables> = keyof Tables[T] & string

/**
 * Builds a query that returns objects as rows with these columns of a table. A column is null if an
 * object lacks its member.
 */
export function rowsOf<T extends keyof Tables, C extends Column<T> = Column<T>>(
  db: Reader | Writer,
  table: T,
  list: readonly object[] | JsonList<object>,
  columns: readonly C[] = columnsOf(table) as C[],
): RawBuilder<Pick<Tables[T], C>> {
  const json = parameterOf(list)
  if (isPostgres(db)) {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    return sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
  }
  const members = sql.join(
    columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`),
  )
  // Without `where`, SQLite would parse a following `on conflict` as part of the join.
  return sql`select ${members} from json_each(${json}) where true`
}

const inserts = new Map<keyof Tables, ReturnType<typeof insertInto>>()
/** Maximum rows per statement; their JSON is far below the engines' limits. */
const MAX_ROWS = 10_000

/**
 * Inserts rows, which are sent as one parameter: a parameter per value would cost far more than the
 * rows themselves.
 */
export async function insertRows<T extends keyof Tables>(
  db: Writer,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const insert = inserts.get(table) ?? insertInto(table)
  inserts.set(table, insert)
  for (let from = 0; from < rows.length; from += MAX_ROWS)
    await insert(db, rows.slice(from, from + MAX_ROWS))
}

function insertInto(table: keyof Tables) {
  const columns = sql.join(columnsOf(table).map((column) => sql.ref(column)))
  return statement(
    (db, rows: JsonList<object>) =>
      sql`insert into ${sql.table(table)} (${columns}) ${rowsOf(db, table, rows)}`,
  )
}

/**
 * Inserts rows, or replaces the whole rows with the same key, in one statement: a statement per row
 * would delay awards for seconds.
 */
export async function replaceRows<T extends keyof Tables>(
  db: Writer,
  table: T,
  key: Column<T>,
  rows: readonly Tables[T][],
): Promise<void> {
  if (rows.length === 0) return
  const columns = columnsOf(table)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const values = sql.join(
    columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  )
  await sql`insert into ${sql.table(table)} (${names}) ${rowsOf(db, table, rows)} on conflict (${sql.ref(key)}) do update set ${values}`.execute(
    db,
  )
}

/** Counts the rows of a query. */
export async function countRows<T extends keyof Tables>(
  query: SelectQueryBuilder<Tables, T, object>,
): Promise<number> {
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * `Promise.all` for the statements of one transaction. It waits for all of them even if one fails:
 * a statement that still waits for SQLite's connection would otherwise run after the rollback,
 * inside the next transaction.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements)
  return await Promise.all(statements)
}
