import type { CompiledQuery } from 'kysely'
import type { Reader, Writer } from './database'

type Executor = ReturnType<Reader['getExecutor']>

/** Stands in a query for a value that comes with each run. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** SQL texts that PostgreSQL prepares under a name; as many as there are statements in these sources. */
const names = new Map<string, string>()

/** The name under which a connection to PostgreSQL keeps a statement prepared; undefined for SQL that is not built here. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}

/**
 * A query that is built and compiled once (on SQLite twice, for the reader and the writer); each run brings only its values. For what runs with every call:
 * building costs Kysely more than SQLite needs for the query.
 * @param build gets a placeholder for each value. A placeholder may stand wherever Kysely takes a single value, and cannot
 *   be looked into: what depends on a value (null or not, a list's length) is no statement.
 */
export function statement<Values extends Readonly<Record<string, string | number | null>> = Readonly<Record<never, never>>>() {
  return <Row>(build: (db: Reader | Writer, value: Values) => CompiledQuery<Row>) => {
    // Transactions and connections of one database share its adapter.
    const compiled = new WeakMap<Executor['adapter'], CompiledQuery<Row>>()

    function compile(db: Reader | Writer): CompiledQuery<Row> {
      // Kysely only passes values on to `parameters`, so it does not matter that these are no strings or numbers.
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
