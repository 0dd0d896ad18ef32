import type { Reader, Writer } from '../database'
import type { Tables } from '../tables'

/** Ties a chip to a tag that has none, unless another tag has it. Returns whether it is this tag's. */
export async function bindUid(db: Writer, nfcId: string, uid: string): Promise<boolean> {
  const holder = await db.selectFrom('tags').where('uid', '=', uid).select('nfc_id').executeTakeFirst()
  if (holder !== undefined) return holder.nfc_id === nfcId
  await db.updateTable('tags').set({ uid }).where('nfc_id', '=', nfcId).where('uid', 'is', null).execute()
  // On PostgreSQL another team's scan may just have tied it, to this chip or another.
  const tag = await db.selectFrom('tags').where('nfc_id', '=', nfcId).select('uid').executeTakeFirst()
  return tag?.uid === uid
}

/** The touches of a chip that were used, each by one team. */
export async function readTouches(db: Writer, uid: string) {
  const rows = await db
    .selectFrom('tag_touches')
    .where('uid', '=', uid)
    .select(['counter', 'team_id', 'user_id', 'made_at', 'received_at'])
    .execute()
  return rows.map(({ counter, team_id, user_id, made_at, received_at }) => {
    return { counter, teamId: team_id, userId: user_id, madeAt: made_at, receivedAt: received_at }
  })
}

export async function insertTouch(db: Writer, touch: Tables['tag_touches']): Promise<void> {
  await db.insertInto('tag_touches').values(touch).execute()
}

/** The tags that ask for a proof, and their chips. */
export async function readProvingTags(db: Reader) {
  return await db.selectFrom('tags').where('proof', 'is not', null).orderBy('nfc_id').select(['nfc_id', 'uid']).execute()
}
