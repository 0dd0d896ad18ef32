import { calls } from '#contract/calls'
import type { Handler } from '../call-context'
import type { Work } from '../db/database'
import { findTag } from '../db/queries/tags'
import { isoTimeOrNull } from '../iso-time'
import { countGuesses } from '../limits/tag-guesses'
import { Refusal } from '../refusal'

/** Tags that this booth's staff may write: all team tags and those of the booth. What is written over a proof ends it. */
export const listTags: Handler<'listTags'> = async (_input, { game, caller }) => {
  const rows = await game.db.read
    .selectFrom('tags')
    .where((eb) => eb.or([eb('nfc_type', '=', 'team'), eb('vendor_id', '=', caller.vendorId)]))
    .where('proof', 'is', null)
    .orderBy('nfc_id')
    .select(['nfc_id', 'nfc_type', 'written_at'])
    .execute()
  return {
    tags: rows.map((row) => ({ ...row, written_at: isoTimeOrNull(row.written_at) })),
  }
}

export const markTagWritten: Handler<'markTagWritten'> = async ({ nfc_id }, { game, caller, limits }) => {
  const now = game.now()
  const mark: Work<void> = async (db, tell) => {
    const tag = await findTag(db, nfc_id)
    if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
    if (tag.nfc_type !== 'team' && tag.vendor_id !== caller.vendorId) throw new Refusal('FORBIDDEN')
    await db.updateTable('tags').set({ written_at: now }).where('nfc_id', '=', nfc_id).execute()
    tell({ of: calls.markTagWritten.touches, to: 'staff' })
  }
  await countGuesses(limits, caller, () => game.db.write({ on: 'roster' }, mark))
  return {}
}
