import { calls } from '#contract/calls'
import { caseKey } from '#rules/account'
import { nextSmsAt } from '#rules/sign-in'
import type { Writer } from '../../db/database'
import { findByEmail, findByMobile, isReserved } from '../../db/queries/accounts'
import {
  addSignInRequest,
  type CodeRequester,
  endEarlierRequests,
  readUsedRequests,
  removeSignInRequest,
} from '../../db/queries/sign-in-requests'
import { countSms, readSmsSends, uncountSms } from '../../db/queries/sms-messages'
import type { UsersTable } from '../../db/tables'
import type { Game } from '../../game'
import { countryOf, parseMobile } from '../../mobile'
import { randomCode, randomId, randomToken } from '../../random'
import { type Payer, SmsNotSent, signInText } from '../../sms/sms'

/** The mobile number or e-mail that a code is requested for. `key` is the same for every spelling. */
export interface SignInId {
  /** `none` is neither: a user id, which other players can read, or a slip. */
  readonly is: 'mobile' | 'email' | 'none'
  readonly key: string
}

export function readSignInId(typed: string): SignInId {
  if (typed.includes('@')) return { is: 'email', key: caseKey(typed) }
  const mobile = parseMobile(typed)
  return mobile === null ? { is: 'none', key: caseKey(typed) } : { is: 'mobile', key: mobile }
}

/** Somebody whom a code can be sent to. */
interface Recipient {
  readonly userId: string
  /** E.164. */
  readonly mobile: string
  /** Has not signed in yet, so the SMS counts as a new registration's. */
  readonly isNew: boolean
}

export function asRecipient(account: UsersTable): Recipient {
  return { userId: account.user_id, mobile: account.mobile, isNew: !isReserved(account) }
}

export function isServed({ smsCountries }: Game, mobile: string): boolean {
  const country = countryOf(mobile)
  return country !== undefined && smsCountries.has(country)
}

async function findAccount(
  db: Writer,
  { is, key }: SignInId,
  browser: string,
): Promise<UsersTable | undefined> {
  switch (is) {
    case 'mobile': {
      const holders = await findByMobile(db, key)
      // If nobody has signed in with the number yet, it is this browser's registration, else the first one, so that a stranger who
      // registers the number later cannot put their name on its owner's account.
      return (
        holders.find(isReserved) ??
        holders.findLast(({ browser_hash }) => browser_hash === browser) ??
        holders[0]
      )
    }
    case 'email': {
      const [account, ...others] = (await findByEmail(db, key)).filter(
        (one) => one.first_signed_in_at !== null,
      )
      // Two people may have given one address, and only one of them requests a code.
      return others.length > 0 ? undefined : account
    }
    case 'none':
      return undefined
  }
}

/** The person to send a code to; undefined if there is none. */
export async function findRecipient(
  db: Writer,
  game: Game,
  id: SignInId,
  browser: string,
): Promise<Recipient | undefined> {
  const account = await findAccount(db, id, browser)
  return account !== undefined && isServed(game, account.mobile) ? asRecipient(account) : undefined
}

/** The outcome of a request for an SMS. */
interface IssuedSignIn {
  /** Whole seconds until the next request can send. */
  readonly resendSeconds: number
  /** null if the limits allow no SMS now; the earlier code stays valid. */
  readonly issued: {
    readonly requestId: string
    /** null if no account has that number or e-mail: nothing is sent. */
    readonly sms: {
      readonly recipient: Recipient
      readonly code: string
      readonly token: string
    } | null
  } | null
}

/** When the limits of `counted` (a number or an e-mail) allow the next SMS. */
async function readNextSmsAt(
  db: Writer,
  counted: string,
  used: ReadonlySet<string>,
  now: number,
): Promise<number> {
  const sends = await readSmsSends(db, counted, now)
  const newest = sends.filter(({ sent_at }) => sent_at === sends[0]?.sent_at)
  return nextSmsAt(
    sends.map(({ sent_at }) => sent_at),
    newest.every(({ request_id }) => request_id !== null && used.has(request_id)),
  )
}

/** The counter of a number or e-mail that nobody has. */
export const ofNobody = (by: string) => `nobody: ${by}`

const NONE: ReadonlySet<string> = new Set()

/** Whole seconds until the limits of this number or e-mail allow the next SMS. Used codes count too. */
export async function readResendSeconds(db: Writer, by: string, now: number): Promise<number> {
  return secondsUntil(await readNextSmsAt(db, by, NONE, now), now)
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000))
}

/**
 * Inside a change: makes a person's new code and link, if the limits allow an SMS. The earlier ones stay valid until it has
 * been sent.
 *
 * The answer depends only on the number or e-mail that was entered, so it does not reveal whether an account has it: what nobody
 * has is counted apart, and so delays no SMS of who then registers with it. A code requested by e-mail also counts for the
 * account's number: it may be counted and not sent.
 */
export async function issueSignIn(
  db: Writer,
  requester: CodeRequester,
  recipient: Recipient | undefined,
  now: number,
): Promise<IssuedSignIn> {
  const used = recipient === undefined ? NONE : await readUsedRequests(db, recipient.userId)
  const counted = recipient === undefined ? ofNobody(requester.by) : requester.by
  const allowedAt = await readNextSmsAt(db, counted, used, now)
  if (allowedAt > now) return { resendSeconds: secondsUntil(allowedAt, now), issued: null }

  const requestId = randomId(130)
  const sms =
    recipient === undefined || (await readNextSmsAt(db, recipient.mobile, used, now)) > now
      ? null
      : { recipient, code: randomCode(), token: randomToken() }
  await addSignInRequest(
    db,
    requestId,
    requester,
    sms && { ...sms, userId: sms.recipient.userId },
    now,
  )
  await countSms(
    db,
    requestId,
    new Set(sms === null ? [counted] : [counted, sms.recipient.mobile]),
    now,
  )
  return { resendSeconds: await readResendSeconds(db, counted, now), issued: { requestId, sms } }
}

/**
 * After the change: sends the SMS, and then ends the earlier codes. If it cannot be sent, takes the request back, calls `undo` for
 * the rest of the change, and throws `SmsNotSent`. If the provider may still deliver the SMS, its code stays valid, as do the
 * earlier ones.
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
    if (sms === null) await game.sms.imitateSend()
    else {
      const { recipient, code, token } = sms
      const payer: Payer = recipient.isNew ? { is: 'new', address } : { is: 'known' }
      const text = signInText(game.publicUrl, game.names.product, recipient.userId, token, code)
      await game.sms.send({ to: recipient.mobile, text }, payer)
    }
  } catch (reason) {
    await game.db.write({ on: 'accounts' }, async (db, notify) => {
      notify({ of: calls.requestCode.touches })
      // Nobody waits for the next one.
      await uncountSms(db, requestId)
      if (reason instanceof SmsNotSent && reason.failure === 'unknown') return
      await removeSignInRequest(db, requestId)
      await undo(db)
    })
    throw reason
  }
  await game.db.write({ on: 'accounts' }, async (db, notify) => {
    notify({ of: calls.requestCode.touches })
    await endEarlierRequests(db, requestId)
  })
}
