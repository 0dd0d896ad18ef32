import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesUnder } from './import-direction'

/** Matches a write to one of the ledger's tables, with Kysely or in SQL. */
const WRITES =
  /(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto|insertRows)\(\s*(?:\w+,\s*)?'(?:awards|voids|team_scores)\b|(?:insert into|update|delete from)\s+(?:awards|voids|team_scores)\b/i

const writesLedger = (source: string) => WRITES.test(source)

test('rule 7: only server/db/ledger.ts writes awards, voids and scores', () => {
  const writers = ['server', 'cli', 'rehearsal']
    .flatMap(sourcesUnder)
    .filter((path) => writesLedger(readFileSync(path, 'utf8')))
  expect(writers.sort()).toEqual(['server/db/ledger.ts'])
})

test.each([
  "db\n  .insertInto(\n    'voids')",
  "tx.updateTable('team_scores as own')",
  "insertRows(db, 'awards', rows)",
  'sql`with entry as (INSERT INTO voids values (1)) select 1`',
])('%j counts as writing', (source) => {
  expect(writesLedger(source)).toBe(true)
})
