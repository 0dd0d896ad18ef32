import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '#server/db/open'
import type { BenchDatabase, BenchDatabases, Seeding } from './databases'
import { countScores } from './projection'
import { eventRows } from './seed/event-rows'
import { seedSqlite } from './seed/seed-sqlite'

function readOnly<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const countOf = (db: DatabaseSync, query: string) => Number(db.prepare(query).get()?.count)

const keepsScores = (db: DatabaseSync) =>
  countOf(db, "select count(*) as count from sqlite_master where name = 'team_scores'") === 1

function benchDatabase(file: string): BenchDatabase {
  return {
    url: `sqlite:${file}`,
    keepsScores: readOnly(file, keepsScores),
    countAwards: async () => readOnly(file, (db) => countOf(db, 'select count(*) as count from awards')),
    countRecorded: async (ids) =>
      readOnly(file, (db) => {
        const find = db.prepare('select 1 from awards where award_id = ?')
        return ids.filter((id) => find.get(id) !== undefined).length
      }),
    discard: async () => {
      for (const suffix of ['', '-wal', '-shm', '.server-lock']) rmSync(`${file}${suffix}`, { force: true })
    },
  }
}

export async function openSqliteDatabases({ size, build, progress }: Seeding): Promise<BenchDatabases> {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-bench-'))
  const made = new Map<number, string>()
  let copies = 0

  async function seed(awards: number): Promise<string> {
    const file = join(directory, `seed-${awards}.db`)
    progress(`filling SQLite with ${awards} awards`)
    await (await openDatabase({ engine: 'sqlite', file })).close()
    seedSqlite(file, eventRows(size, awards, Date.now()))
    if (readOnly(file, keepsScores)) countScores(build, `sqlite:${file}`)
    made.set(awards, file)
    return file
  }

  return {
    engine: 'sqlite',
    async copyWith(awards) {
      const source = made.get(awards) ?? (await seed(awards))
      const file = join(directory, `copy-${++copies}.db`)
      copyFileSync(source, file)
      return benchDatabase(file)
    },
    close: async () => rmSync(directory, { recursive: true, force: true }),
  }
}
