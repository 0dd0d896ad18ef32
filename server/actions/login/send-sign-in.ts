import type { Writer } from '../../db/database'
import { countSms, findChallenge, readNextSmsAt, replaceChallenge } from '../../db/queries/challenges'
import type { Game } from '../../game'
import { randomCode, randomToken } from '../../random'
import { signInText } from '../../sms/sign-in-text'

interface Recipient {
  readonly userId: string
  /** E.164. */
  readonly mobile: string
}

/** The result of a request for an SMS. */
export interface IssuedSignIn {
  /** The SMS to send; null if the limits allow none now, and the earlier one stays valid. */
  readonly sms: { readonly recipient: Recipient; readonly code: string; readonly token: string } | null
  /** Whole seconds until the next request can send. */
  readonly resendSeconds: number
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000))
}

/** In a transaction: creates a person's new code and link, if the limits allow an SMS. */
export async function issueSignIn(db: Writer, recipient: Recipient, now: number): Promise<IssuedSignIn> {
  const { userId, mobile } = recipient
  const earlier = await findChallenge(db, userId)
  const allowedAt = await readNextSmsAt(db, mobile, earlier?.used_at != null, now)
  if (allowedAt > now) return { sms: null, resendSeconds: secondsUntil(allowedAt, now) }
  const code = randomCode()
  const token = randomToken()
  await replaceChallenge(db, userId, code, token, now)
  await countSms(db, mobile, now)
  return { sms: { recipient, code, token }, resendSeconds: secondsUntil(await readNextSmsAt(db, mobile, false, now), now) }
}

/** In a transaction, for an unknown id: counts the request as for a known one, so that the response reveals nothing. */
export async function pretendSignIn(db: Writer, id: string, now: number): Promise<IssuedSignIn> {
  const allowedAt = await readNextSmsAt(db, id, false, now)
  if (allowedAt > now) return { sms: null, resendSeconds: secondsUntil(allowedAt, now) }
  await countSms(db, id, now)
  return { sms: null, resendSeconds: secondsUntil(await readNextSmsAt(db, id, false, now), now) }
}

/** After the commit: sends the SMS. */
export async function deliverSignIn(game: Game, { sms }: IssuedSignIn): Promise<void> {
  if (sms === null) return
  const { recipient, code, token } = sms
  const text = signInText(game.publicUrl, game.productName, recipient.userId, token, code)
  await game.sms.send({ to: recipient.mobile, text })
}
