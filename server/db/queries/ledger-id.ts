import * as v from 'valibot'
import { randomId } from '../../random'
import type { Database, Reader, Writer } from '../database'
import { scoringEntries } from '../ledger'
import type { Tables } from '../tables'
import { sharedKey } from './settings'

const NAME = 'ledger'
const stored = v.object({ ledger: v.string(), fresh: v.optional(v.literal(true)) })

/** Which ledger a database holds: `move` keeps it, `restore` and `reset` make another. `fresh`: since a reset. */
export type LedgerId = v.InferOutput<typeof stored>

/** Makes the id of a database that has none. */
export async function ensureLedgerId(db: Database): Promise<void> {
  await sharedKey(db, NAME, () => JSON.stringify({ ledger: randomId() }))
}

export async function readLedgerId(db: Reader): Promise<LedgerId | null> {
  const row = await db.selectFrom('server_keys').where('name', '=', NAME).select('value').executeTakeFirst()
  return row === undefined ? null : v.parse(stored, JSON.parse(row.value))
}

/** Makes a new id. Devices then send again what the server had confirmed to them, unless it is `fresh`. */
export async function renewLedgerId(db: Writer, own: Pick<LedgerId, 'fresh'> = {}): Promise<void> {
  const value = JSON.stringify({ ledger: randomId(), ...own })
  await db
    .insertInto('server_keys')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function countRows(db: Reader | Writer, table: keyof Tables): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The whole ledger in three numbers, by which two copies of it are compared. */
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
  return { entries: await countRows(db, 'awards'), voided: await countRows(db, 'voids'), points: points ?? 0 }
}

export function isSameSum(one: LedgerSum, other: LedgerSum): boolean {
  return one.entries === other.entries && one.voided === other.voided && one.points === other.points
}
