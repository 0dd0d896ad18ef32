import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Writer } from '#server/db/database'
import type { Tables } from '#server/db/tables'

/** Records the statements of `work` on a database where every query finds nothing. */
export async function statementsOf(work: (db: Writer) => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new SqliteIntrospector(own),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void asked.push(query.sql),
  })
  await work(db as unknown as Writer)
  return asked
}
