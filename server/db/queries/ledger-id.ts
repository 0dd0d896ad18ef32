import * as v from 'valibot'
import { randomId } from '../../random'
import type { Database, Reader, Writer } from '../database'
import { sharedKey } from './server-keys'

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
