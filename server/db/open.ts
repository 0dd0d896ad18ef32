import type { Database } from './database'
import { openPostgres } from './postgres'
import { openSqlite } from './sqlite'

/** Where the event is kept; `DATABASE_URL` parsed. */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

export function openDatabase(location: DatabaseLocation): Promise<Database> {
  return location.engine === 'sqlite' ? openSqlite(location.file) : openPostgres(location.url)
}
