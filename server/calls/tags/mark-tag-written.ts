import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import type { Work } from '../../db/changes'
import type { Writer } from '../../db/database'
import { findTag } from '../../db/queries/tags'
import { countGuesses } from '../../limits/tag-guesses'
import { Refusal } from '../../refusal'

export const markTagWritten: Handler<'markTagWritten'> = async ({ nfc_id }, { game, caller, limits }) => {
  const now = game.now()
  const mark: Work<Writer, void> = async (db, tell) => {
    const tag = await findTag(db, nfc_id)
    if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
    if (tag.nfc_type !== 'team' && tag.vendor_id !== caller.vendorId) throw new Refusal('FORBIDDEN')
    await db.updateTable('tags').set({ written_at: now }).where('nfc_id', '=', nfc_id).execute()
    tell({ of: calls.markTagWritten.touches, to: 'staff' })
  }
  await countGuesses(limits, caller, () => game.db.write({ on: 'roster' }, mark))
  return {}
}
