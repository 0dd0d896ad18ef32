import { sql } from 'kysely'
import type { Reader, Writer } from '../database'
import type { Tables } from '../tables'

type Chip = Pick<Tables['tag_touches'], 'uid' | 'counter'>

/** A chip counts in 24 bits and then begins again, so that the half of all numbers after one are later. */
const COUNTERS = 2 ** 24
/** How far the time that a scan claims may be from the times of the touches around it (ms). */
const TOLERANCE_MS = 15 * 60_000

/** Ties a chip to a tag that has none, unless another tag has it. Returns whether it is this tag's. */
export async function bindUid(db: Writer, nfcId: string, uid: string): Promise<boolean> {
  const holder = await db.selectFrom('tags').where('uid', '=', uid).select('nfc_id').executeTakeFirst()
  if (holder !== undefined) return holder.nfc_id === nfcId
  await db.updateTable('tags').set({ uid }).where('nfc_id', '=', nfcId).where('uid', 'is', null).execute()
  // On PostgreSQL another team's scan may just have tied it, to this chip or another.
  const tag = await db.selectFrom('tags').where('nfc_id', '=', nfcId).select('uid').executeTakeFirst()
  return tag?.uid === uid
}

/** The team that has used a touch; undefined if none has. */
export async function findTouch(db: Writer, { uid, counter }: Chip) {
  return await db
    .selectFrom('tag_touches')
    .where('uid', '=', uid)
    .where('counter', '=', counter)
    .select('team_id')
    .executeTakeFirst()
}

/**
 * Whether a touch cannot be from the time that it claims: a later one of the chip was made well before, or an earlier one well
 * after.
 */
export async function isOutOfOrder(db: Writer, { uid, counter }: Chip, madeAt: number): Promise<boolean> {
  const ahead = sql<number>`(counter - ${counter} + ${sql.lit(COUNTERS)}) % ${sql.lit(COUNTERS)}`
  const contradiction = await db
    .selectFrom('tag_touches')
    .where('uid', '=', uid)
    .where((eb) =>
      eb.or([
        eb.and([eb(ahead, '<', COUNTERS / 2), eb('made_at', '<', madeAt - TOLERANCE_MS)]),
        eb.and([eb(ahead, '>=', COUNTERS / 2), eb('made_at', '>', madeAt + TOLERANCE_MS)]),
      ]),
    )
    .select('counter')
    .limit(1)
    .executeTakeFirst()
  return contradiction !== undefined
}

export async function insertTouch(db: Writer, touch: Tables['tag_touches']): Promise<void> {
  await db.insertInto('tag_touches').values(touch).execute()
}

/** The tags that ask for a proof. */
export async function readProvingTags(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('tags').where('proof', 'is not', null).orderBy('nfc_id').select('nfc_id').execute()
  return rows.map(({ nfc_id }) => nfc_id)
}
