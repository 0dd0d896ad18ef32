import type { Handler } from '../../call-context'
import { isoTimeOrNull } from '../../iso-time'

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
