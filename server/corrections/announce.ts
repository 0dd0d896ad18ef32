import { calls } from '#contract/calls'
import type { MessageTo } from '#contract/entities'
import { characterCount } from '#rules/text'
import { RECALL_TOO_LATE } from '#texts/errors'
import { organiserTexts } from '#texts/organiser'
import { randomId } from '../random'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame } from './correction'

const TEXT_MAX = 280
const RECALL_MS = 600_000

/** Sends a message. Returns its id. */
export async function announce(game: CorrectionGame, by: By, text: string, to: MessageTo): Promise<string> {
  if (characterCount(text) > TEXT_MAX) throw new Refusal('MESSAGE_TOO_LONG')
  const now = game.now()
  const messageId = randomId()
  await game.db.write({ on: 'messages' }, async (db, notify) => {
    notify({ of: calls.announce.touches, to: to === 'all' ? undefined : to })
    const message = { message_id: messageId, text, sent_at: now, sent_to: to, user_id: by.userId }
    await db.insertInto('messages').values(message).execute()
    await audit(db, now, by, { what: 'announce', about: `${organiserTexts.toNames[to]}: ${text}` })
  })
  return messageId
}

/** Takes a message back: no list has it any more. One that is gone already, or never was, changes nothing. */
export async function recall(game: CorrectionGame, by: By, messageId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'messages' }, async (db, notify) => {
    notify('nobody')
    const known = await db.deleteFrom('messages').where('message_id', '=', messageId).returningAll().executeTakeFirst()
    if (known === undefined) return
    const { sent_at, sent_to, text } = known
    if (now - sent_at > RECALL_MS) throw new Refusal('VOID_TOO_LATE', {}, RECALL_TOO_LATE)
    notify({ of: calls.recall.touches, to: sent_to === 'all' ? undefined : sent_to })
    await audit(db, now, by, { what: 'recall', about: `${organiserTexts.toNames[sent_to]}: ${text}` })
  })
}
