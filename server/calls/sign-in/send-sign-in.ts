import { calls } from '#contract/calls'
import { nextSmsAt } from '#rules/sms-throttle'
import type { Writer } from '../../db/database'
import {
  type Asked,
  addPretendedRequest,
  addSignInRequest,
  endEarlierRequests,
  readUsedRequests,
  removeSignInRequest,
} from '../../db/queries/sign-in-requests'
import { countSms, readSmsSends, uncountSms } from '../../db/queries/sms-sends'
import type { Game } from '../../game'
import { randomCode, randomId, randomToken } from '../../random'
import { signInText } from '../../sms/sign-in-text'
import { SmsNotSent } from '../../sms/sms'
import type { Payer } from '../../sms/sms-budget'
import type { Recipient } from './recipient'

/** What a request for an SMS came to. */
export interface IssuedSignIn {
  /** Whole seconds until the next request can send. */
  readonly resendSeconds: number
  /** null where the limits allow no SMS now, and the earlier one stays good. */
  readonly issued: {
    readonly requestId: string
    /** null where nobody is to get it. */
    readonly sms: { readonly recipient: Recipient; readonly code: string; readonly token: string } | null
  } | null
}

/** When the next SMS may go out, as far as those that were counted for `counted` say. */
async function readNextSmsAt(db: Writer, counted: string, used: ReadonlySet<string>, now: number): Promise<number> {
  const sends = await readSmsSends(db, counted, now)
  const newest = sends.filter(({ sent_at }) => sent_at === sends[0]?.sent_at)
  return nextSmsAt(
    sends.map(({ sent_at }) => sent_at),
    newest.every(({ request_id }) => request_id !== null && used.has(request_id)),
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Whole seconds until an SMS may go out again to whom it was asked for by this, used or not. */
export async function readResendSeconds(db: Writer, by: string, now: number): Promise<number> {
  return secondsUntil(await readNextSmsAt(db, by, NONE, now), now)
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000))
}

/**
 * Inside a change: makes a person's new code and link, where the limits allow an SMS. The earlier ones stay good until it
 * has left.
 *
 * What is answered goes by what was asked by alone, the same for somebody and nobody. An SMS keeps the limits of its number
 * too: one that was asked for by e-mail may be counted and not sent.
 */
export async function issueSignIn(
  db: Writer,
  asked: Asked,
  recipient: Recipient | undefined,
  now: number,
): Promise<IssuedSignIn> {
  const used = recipient === undefined ? NONE : await readUsedRequests(db, recipient.userId)
  const allowedAt = await readNextSmsAt(db, asked.by, used, now)
  if (allowedAt > now) return { resendSeconds: secondsUntil(allowedAt, now), issued: null }

  const requestId = randomId(130)
  const sms =
    recipient === undefined || (await readNextSmsAt(db, recipient.mobile, used, now)) > now
      ? null
      : { recipient, code: randomCode(), token: randomToken() }
  if (sms === null) await addPretendedRequest(db, requestId, asked, now)
  else {
    const { recipient: to, code, token } = sms
    await addSignInRequest(db, { requestId, userId: to.userId, code, token }, asked, now)
  }
  await countSms(db, requestId, new Set(sms === null ? [asked.by] : [asked.by, sms.recipient.mobile]), now)
  return { resendSeconds: await readResendSeconds(db, asked.by, now), issued: { requestId, sms } }
}

/**
 * After the change: sends what was issued, and ends what was sent before. Throws `SmsNotSent` where it cannot be sent; then
 * everything is as if nobody had asked, once `undo` has taken back the rest of the change. Only what may arrive in spite of that
 * stays good, beside what was sent before.
 */
export async function deliverSignIn(
  game: Game,
  { issued }: IssuedSignIn,
  address: string,
  undo: (db: Writer) => Promise<void> = async () => undefined,
): Promise<void> {
  if (issued === null) return
  const { requestId, sms } = issued
  try {
    if (sms === null) await game.sms.pretend()
    else {
      const { recipient, code, token } = sms
      const payer: Payer = recipient.isNew ? { is: 'new', address } : { is: 'known' }
      const text = signInText(game.publicUrl, game.productName, recipient.userId, token, code)
      await game.sms.send({ to: recipient.mobile, text }, payer)
    }
  } catch (reason) {
    await game.db.write({ on: 'accounts' }, async (db, tell) => {
      tell({ of: calls.requestCode.touches })
      // Nobody waits for the next one.
      await uncountSms(db, requestId)
      if (reason instanceof SmsNotSent && reason.mayArrive) return
      await removeSignInRequest(db, requestId)
      await undo(db)
    })
    throw reason
  }
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell({ of: calls.requestCode.touches })
    await endEarlierRequests(db, requestId)
  })
}
