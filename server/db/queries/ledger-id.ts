import * as v from 'valibot'
import { randomId } from '../../random'
import type { Database, Reader, Writer } from '../database'
import { scoringEntries } from '../ledger'
import { countRows } from '../statement'
import { sharedKey } from './settings'

const NAME = 'ledger'
const stored = v.object({ ledger: v.string(), fresh: v.optional(v.literal(true)) })

/**
 * The id of a database's ledger. `move` keeps the id; `restore` and `reset` renew it. `fresh`: a
 * reset renewed it.
 */
export type LedgerId = v.InferOutput<typeof stored>

/** Creates the id if the database has none. */
export async function ensureLedgerId(db: Database): Promise<void> {
  await sharedKey(db, NAME, () => JSON.stringify({ ledger: randomId() }))
}

export async function readLedgerId(db: Reader): Promise<LedgerId | null> {
  const row = await db
    .selectFrom('server_keys')
    .where('name', '=', NAME)
    .select('value')
    .executeTakeFirst()
  return row === undefined ? null : v.parse(stored, JSON.parse(row.value))
}

/**
 * Replaces the id. Devices then send again what the server had confirmed to them, unless the new id
 * is `fresh`.
 */
export async function renewLedgerId(db: Writer, own: Pick<LedgerId, 'fresh'> = {}): Promise<void> {
  const value = JSON.stringify({ ledger: randomId(), ...own })
  await db.deleteFrom('server_keys').where('name', '=', NAME).execute()
  await db.insertInto('server_keys').values({ name: NAME, value }).execute()
}

/** Three numbers by which copies of a ledger are compared. */
export interface LedgerSum {
  readonly entries: number
  readonly voided: number
  /** The points of all entries that score. */
  readonly points: number
}

export async function readLedgerSum(db: Reader | Writer): Promise<LedgerSum> {
  const { points } = await scoringEntries(db)
    .select((eb) => eb.fn.sum<number | null>('awards.points').as('points'))
    .executeTakeFirstOrThrow()
  const [entries, voided] = [
    await countRows(db.selectFrom('awards')),
    await countRows(db.selectFrom('voids')),
  ]
  return { entries, voided, points: points ?? 0 }
}

export function isSameSum(one: LedgerSum, other: LedgerSum): boolean {
  return one.entries === other.entries && one.voided === other.voided && one.points === other.points
}
