import type { Handler } from '../../call-context'
import { findTag, isHiddenFrom, showTag } from '../../db/queries/tags'
import { countGuesses } from '../../limits/tag-guesses'
import { Refusal } from '../../refusal'
import { collectBonus } from './collect-bonus'

/** Reads a tag. A player's scan of a bonus also collects it (rule 11). */
export const scan: Handler<'scan'> = async (input, { game, caller, limits, push }) => {
  const { nfc_id, nfc_type, queued_ms, user_id, picc, cmac } = input
  if (user_id !== undefined && user_id !== caller.userId) throw new Refusal('OTHER_ACCOUNT')
  const tag = await countGuesses(limits, caller, async () => {
    const found = await findTag(game.db.read, nfc_id)
    if (found === undefined) throw new Refusal('TAG_NOT_FOUND')
    if (!caller.organiser && (await isHiddenFrom(game.db.read, found, caller.userId))) throw new Refusal('TAG_NOT_FOUND')
    return found
  })
  if (nfc_type !== undefined && nfc_type !== tag.nfc_type) throw new Refusal('TAG_WRONG_TYPE')
  const nfc = await showTag(game.db.read, tag)
  if (tag.nfc_type !== 'bonus' || caller.vendorId !== null || caller.organiser) return { nfc }
  const collected = await collectBonus(game, caller.userId, tag, {
    queuedMs: queued_ms ?? 0,
    proof: { picc, cmac },
  })
  if (collected.award !== null && !collected.already_collected) push.points(collected.award, caller.userId)
  return { nfc: { ...nfc, ...collected } }
}
