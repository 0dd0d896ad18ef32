import { countSms, findChallenge, readNextSmsAt, replaceChallenge } from '../../db/queries/challenges'
import type { Game } from '../../game'
import { randomCode, randomToken } from '../../random'
import { signInText } from '../../sms/sign-in-text'

interface Recipient {
  readonly userId: string
  /** E.164. */
  readonly mobile: string
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000))
}

/**
 * Sends a person a new code and link, where the limits allow it; otherwise the earlier ones stay good.
 * @returns whole seconds until the next request can send
 */
export async function sendSignIn(game: Game, { userId, mobile }: Recipient): Promise<number> {
  const now = game.now()
  const outcome = await game.db.write({ on: 'accounts' }, async (db) => {
    const earlier = await findChallenge(db, userId)
    const allowedAt = await readNextSmsAt(db, mobile, earlier?.used_at != null, now)
    if (allowedAt > now) return { secret: null, nextAt: allowedAt }
    const secret = { code: randomCode(), token: randomToken() }
    await replaceChallenge(db, userId, secret.code, secret.token, now)
    await countSms(db, mobile, now)
    return { secret, nextAt: await readNextSmsAt(db, mobile, false, now) }
  })
  if (outcome.secret !== null) {
    const { code, token } = outcome.secret
    await game.sms.send({ to: mobile, text: signInText(game.publicUrl, game.productName, userId, token, code) })
  }
  return secondsUntil(outcome.nextAt, now)
}

/** For an id that nobody has: counts and answers as if there were somebody, so that the answer tells nothing. */
export async function pretendSignIn(game: Game, recipient: string): Promise<number> {
  const now = game.now()
  return await game.db.write({ on: 'accounts' }, async (db) => {
    const allowedAt = await readNextSmsAt(db, recipient, false, now)
    if (allowedAt > now) return secondsUntil(allowedAt, now)
    await countSms(db, recipient, now)
    return secondsUntil(await readNextSmsAt(db, recipient, false, now), now)
  })
}
