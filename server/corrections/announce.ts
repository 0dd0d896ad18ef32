import { calls } from '#contract/calls'
import type { MessageTo } from '#contract/entities'
import { characterCount } from '#rules/text'
import { randomId } from '../random'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame } from './correction'

const TEXT_MAX = 280

/** Sends a message. Returns its id. A server that hears of it notifies phones. */
export async function announce(game: CorrectionGame, by: By, text: string, to: MessageTo): Promise<string> {
  if (characterCount(text) > TEXT_MAX) throw new Refusal('MESSAGE_TOO_LONG')
  const now = game.now()
  const messageId = randomId()
  await game.db.write({ on: 'messages' }, async (db, tell) => {
    tell({ of: calls.announce.touches, to: to === 'all' ? undefined : to })
    const message = { message_id: messageId, text, sent_at: now, sent_to: to, user_id: by.userId, notified_at: null }
    await db.insertInto('messages').values(message).execute()
    await audit(db, now, by, { what: 'announce', about: `${to}: ${text}` })
  })
  return messageId
}
