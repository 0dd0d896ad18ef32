import type { BenchDatabases, Engine, Seeding } from './databases'
import { openPostgresDatabases } from './postgres-databases'
import { openSqliteDatabases } from './sqlite-databases'

export async function openDatabases(engine: Engine, seeding: Seeding): Promise<BenchDatabases> {
  return engine === 'sqlite' ? await openSqliteDatabases(seeding) : await openPostgresDatabases(seeding)
}
