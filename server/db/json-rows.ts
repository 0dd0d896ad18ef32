import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from './database'

type ColumnType = 'text' | 'bigint'
type Columns = Readonly<Record<string, ColumnType>>
type ValueOf<T extends ColumnType> = T extends 'text' ? string : number
type RowOf<C extends Columns> = { [K in keyof C]: ValueOf<C[K]> }

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
