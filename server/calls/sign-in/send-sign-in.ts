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
import { countForHourOnly, countSms, readSmsSends, uncountSms } from '../../db/queries/sms-messages'
import type { UsersTable } from '../../db/tables'
import type { Game } from '../../game'
import { countryOf, parseMobile } from '../../mobile'
import { randomCode, randomId, randomToken } from '../../random'
import { type Payer, SmsNotSent, signInText } from '../../sms/sms'

/**
 * The mobile number or e-mail that a person types to sign in. `key` is the same for every spelling.
 */
export interface SignInId {
  /** `none`: neither a number nor an e-mail, but for example a user id or a typo. */
  readonly kind: 'mobile' | 'email' | 'none'
  readonly key: string
}

export function readSignInId(typed: string): SignInId {
  if (typed.includes('@')) return { kind: 'email', key: caseKey(typed) }
  const mobile = parseMobile(typed)
  return mobile === null ? { kind: 'none', key: caseKey(typed) } : { kind: 'mobile', key: mobile }
}

/** A person to whom a code can be sent. */
interface Recipient {
  readonly userId: string
  /** E.164. */
  readonly mobile: string
  /**
   * Whether the account is only a registration, so that the SMS counts as one of a registration.
   */
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
  { kind, key }: SignInId,
  browser: string,
): Promise<UsersTable | undefined> {
  switch (kind) {
    case 'mobile': {
      const holders = await findByMobile(db, key)
      // If no account reserves the number yet, choose this browser's registration, else the oldest:
      // a stranger who registers the number later must not put their name on its owner's account.
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
      // Send nothing if several people gave this e-mail: it does not tell which of them asks.
      return others.length > 0 ? undefined : account
    }
    case 'none':
      return undefined
  }
}

/** Finds the person to whom a code is sent; undefined if there is none. */
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
  /** Whole seconds until the next request can send an SMS. */
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

/** Returns when the limits of `counted` (a number or e-mail) allow the next SMS. */
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
    newest.every(({ request_id }) => request_id === null || used.has(request_id)),
  )
}

/** The key under which requests for an unknown number or e-mail are counted. */
export const unknownIdKey = (by: string) => `nobody: ${by}`

const NONE: ReadonlySet<string> = new Set()

/**
 * Returns the whole seconds until the limits of this number or e-mail allow the next SMS. Counts
 * also SMS whose codes are used.
 */
export async function readResendSeconds(db: Writer, by: string, now: number): Promise<number> {
  return secondsUntil(await readNextSmsAt(db, by, NONE, now), now)
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000))
}

/**
 * Inside a change: makes a new code and link if the limits allow an SMS. Earlier codes and links
 * stay valid until the SMS has been sent. The answer depends only on the number or e-mail entered,
 * so it does not reveal whether an account has it. Unknown numbers and e-mails are counted
 * separately, so that they delay no SMS of a person who registers with them later. A code requested
 * by e-mail also counts for the account's number. If that number's limit is reached, the request is
 * counted but no SMS is sent.
 */
export async function issueSignIn(
  db: Writer,
  requester: CodeRequester,
  recipient: Recipient | undefined,
  now: number,
): Promise<IssuedSignIn> {
  const used = recipient === undefined ? NONE : await readUsedRequests(db, recipient.userId)
  const counted = recipient === undefined ? unknownIdKey(requester.by) : requester.by
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
 * After the change: sends the SMS, then ends the earlier codes. If the SMS was certainly not sent,
 * removes the request and calls `undo` for the rest of the change. If the provider may still
 * deliver it, its code and the earlier codes stay valid, and it counts towards the number's limit of
 * an hour. Throws `SmsNotSent` in both cases.
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
      const payer: Payer = recipient.isNew ? { kind: 'new', address } : { kind: 'known' }
      const text = signInText(game.publicUrl, game.names.product, recipient.userId, token, code)
      await game.sms.send({ to: recipient.mobile, text }, payer)
    }
  } catch (reason) {
    await game.db.write({ kind: 'accounts' }, async (db, notify) => {
      notify({ of: calls.requestCode.touches })
      // An SMS that was not sent must not delay the next one, nor must one that may have been.
      if (reason instanceof SmsNotSent && reason.failure === 'unknown') {
        await countForHourOnly(db, requestId)
        return
      }
      await uncountSms(db, requestId)
      await removeSignInRequest(db, requestId)
      await undo(db)
    })
    throw reason
  }
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify({ of: calls.requestCode.touches })
    await endEarlierRequests(db, requestId)
  })
}
