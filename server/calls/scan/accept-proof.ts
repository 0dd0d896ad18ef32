import type { Writer } from '../../db/database'
import { bindUid, findTouch, insertTouch, isOutOfOrder } from '../../db/queries/tag-touches'
import type { Tables } from '../../db/tables'
import { Refusal } from '../../refusal'
import { readProof, type SentProof } from '../../tag-proof/read-proof'
import type { TagKeys } from '../../tag-proof/tag-keys'

/** Who used a touch, and the time that the scan claims. */
type Use = Pick<Tables['tag_touches'], 'nfc_id' | 'team_id' | 'user_id' | 'made_at' | 'received_at'>

/**
 * Uses up the proof of a touch, in the transaction of what it is for. Throws TAG_NOT_PROVEN if it does not hold for this tag,
 * TAG_REPLAYED if another team has used it or it is from another time than it claims.
 */
export async function acceptProof(db: Writer, keys: TagKeys, proof: SentProof, use: Use): Promise<void> {
  const pair = keys(use.nfc_id)
  const touch = pair === null ? null : readProof(pair, proof)
  if (touch === null || !(await bindUid(db, use.nfc_id, touch.uid))) throw new Refusal('TAG_NOT_PROVEN')
  const used = await findTouch(db, touch)
  if (used?.team_id === use.team_id) return
  if (used !== undefined || (await isOutOfOrder(db, touch, use.made_at))) throw new Refusal('TAG_REPLAYED')
  await insertTouch(db, { ...touch, ...use })
}
