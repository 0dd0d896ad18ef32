import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesUnder } from './import-direction'

/** Matches a write to one of the ledger's tables, with Kysely or in SQL. */
const WRITES =
  /(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto|insertRows)\(\s*(?:\w+,\s*)?'(?:awards|voids|team_scores)\b|(?:insert into|update|delete from)\s+(?:awards|voids|team_scores)\b/i

const writesLedger = (source: string) => WRITES.test(source)

test('rule 7: only server/db/ledger.ts writes awards, voids and scores', () => {
  const writers = ['server', 'cli', 'rehearsal'].flatMap(sourcesUnder).filter((path) => writesLedger(readFileSync(path, 'utf8')))
  expect(writers.sort()).toEqual(['server/db/ledger.ts'])
})

test.each([
  "await db.insertInto('awards').values(row).execute()",
  "db\n  .insertInto(\n    'voids')",
  "tx.updateTable('team_scores as own')",
  "db.deleteFrom('team_scores')",
  "insertRows(db, 'awards', rows)",
  'sql`INSERT INTO awards select 1`',
  'sql`with entry as (insert into voids values (1)) update team_scores set points = 0`',
])('%j counts as writing', (source) => {
  expect(writesLedger(source)).toBe(true)
})

test.each(["db.selectFrom('awards')", "db.insertInto('awards_elsewhere')", 'the award is inserted'])(
  '%j does not count as writing',
  (source) => {
    expect(writesLedger(source)).toBe(false)
  },
)
