import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { CallOutput } from '#contract/calls'
import type { SentAward } from '../../support/booth'
import { createTestDatabase, type Engine, type TestDatabase } from '../../support/databases'

type User = Omit<CallOutput<'currentUser'>['user'], 'organiser'>
type StaffName = 'iva' | 'marko'

/** What the first release was sent on one small day, and what it answered at its end. */
export interface FirstDay {
  /** ms since the epoch. */
  readonly endedAt: number
  readonly people: Readonly<Record<string, { session: string; user: User; points: CallOutput<'teamPoints'> | null }>>
  /** Two links that nobody has used yet. */
  readonly links: Readonly<Record<'sms' | 'organiser', { readonly id: string; readonly mtp: string }>>
  readonly teams: CallOutput<'listTeams'>['teams']
  readonly invites: CallOutput<'listInvites'>['invites']
  readonly booths: CallOutput<'listVendors'>['vendors']
  readonly boothAwards: Readonly<Record<StaffName, CallOutput<'listAwards'>['awards']>>
  readonly tags: CallOutput<'listTags'>['tags']
  readonly confirmed: readonly { staff: StaffName; input: SentAward; award: CallOutput<'awardPoints'>['award'] }[]
  readonly refused: readonly { staff: StaffName; input: SentAward; code: string }[]
}

function read(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`${name}.gz`, import.meta.url)))
}

/**
 * A database that the first release (0.1.0) itself wrote while a small day was played through its API, and its answers at the
 * end of that day. The SQLite file is as its server left it; the PostgreSQL one is a dump by `pg_dump --inserts`.
 */
export async function openFirstRelease(engine: Engine): Promise<{ database: TestDatabase; day: FirstDay }> {
  const database = await createTestDatabase(engine, { empty: true })
  if (database.location.engine === 'sqlite') {
    writeFileSync(database.location.file, read('event.db'))
  } else {
    const client = new pg.Client({ connectionString: database.location.url })
    await client.connect()
    await client.query(read('event.sql').toString())
    await client.end()
  }
  return { database, day: JSON.parse(read(`${engine}.json`).toString()) as FirstDay }
}
