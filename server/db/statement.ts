import type { CompiledQuery } from 'kysely'
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
