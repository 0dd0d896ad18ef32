import type { Handler } from '../../call-context'
import { findTag } from '../../db/queries/tags'
import { Refusal } from '../../refusal'

export const markTagWritten: Handler<'markTagWritten'> = async ({ nfc_id }, { game, caller }) => {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db) => {
    const tag = await findTag(db, nfc_id)
    if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
    if (tag.nfc_type !== 'team' && tag.vendor_id !== caller.vendorId) throw new Refusal('FORBIDDEN')
    await db.updateTable('tags').set({ written_at: now }).where('nfc_id', '=', nfc_id).execute()
  })
  return {}
}
