import { calls } from '#contract/calls'
import { ANNOUNCEMENT_MAX } from '#contract/organiser-fields'
import { characterCount } from '#rules/text'
import { RECALL_TOO_LATE } from '#texts/errors'
import { organiserTexts } from '#texts/organiser'
import { audit } from '../../audit'
import type { Correction, Handler } from '../../call-context'
import { randomId } from '../../random'
import { Refusal } from '../../refusal'

const RECALL_WINDOW_MS = 600_000

export const announce: Handler<'announce'> = async ({ text, to }, { game, by, push }) => {
  if (characterCount(text) > ANNOUNCEMENT_MAX) throw new Refusal('MESSAGE_TOO_LONG')
  const now = game.now()
  const message_id = randomId()
  await game.db.write({ kind: 'messages' }, async (db, notify) => {
    notify({ of: calls.announce.touches, to: to === 'all' ? undefined : to })
    await db
      .insertInto('messages')
      .values({ message_id, text, sent_at: now, sent_to: to, user_id: by.userId })
      .execute()
    await audit(db, now, by, { what: 'announce', about: `${organiserTexts.toNames[to]}: ${text}` })
  })
  push.message(message_id, text, to)
  return { message_id }
}

/**
 * Recalls a message: removes it from every list. Does nothing if the message is unknown or already
 * recalled.
 */
export const recall: Correction<'recall'> = async ({ message_id }, { game, by }) => {
  const now = game.now()
  await game.db.write({ kind: 'messages' }, async (db, notify) => {
    notify('nobody')
    const known = await db
      .deleteFrom('messages')
      .where('message_id', '=', message_id)
      .returningAll()
      .executeTakeFirst()
    if (known === undefined) return
    const { sent_at, sent_to, text } = known
    if (now - sent_at > RECALL_WINDOW_MS) throw new Refusal('VOID_TOO_LATE', {}, RECALL_TOO_LATE)
    notify({ of: calls.recall.touches, to: sent_to === 'all' ? undefined : sent_to })
    await audit(db, now, by, {
      what: 'recall',
      about: `${organiserTexts.toNames[sent_to]}: ${text}`,
    })
  })
}
