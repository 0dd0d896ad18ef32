import { smsTexts } from '#texts/notices'
import { errorCode } from '../failure'

export interface Sms {
  /** E.164. */
  readonly to: string
  readonly text: string
}

/** An SMS with its id at the provider, which is the same at every attempt. */
export interface NumberedSms extends Sms {
  readonly id: string
}

/**
 * The budget that pays for an SMS: that of known people, of people whom an organiser invites, or of
 * new people calling from an address.
 */
export type Payer =
  | { readonly kind: 'known' }
  | { readonly kind: 'invited'; readonly userId: string }
  | { readonly kind: 'new'; readonly address: string }

/** Delivers an SMS. Throws on failure; `SmsNotSent` if the kind of failure is known. */
export interface SmsSender {
  send(sms: NumberedSms): Promise<void>
}

/** Why an SMS was not sent, or may not have been. */
export type SmsFailure =
  /** A budget is used up, or the provider fails too often. */
  | 'not attempted'
  /** The request certainly did not arrive. */
  | 'not reached'
  /** The provider asked to try again. */
  | 'try later'
  /** The provider refuses this SMS, for example because of its number, but accepts other SMS. */
  | 'refused'
  /** The provider refuses all our SMS: wrong key, wrong address, no credit. */
  | 'account refused'
  /** It may have been sent, so it must not be sent again. */
  | 'unknown'

const RETRY_AFTER_S = 10

/** Returns the part of an error that is safe to report: its message may contain the number. */
export function errorKind(reason: unknown): string {
  return errorCode(reason) || (reason instanceof Error ? reason.name : typeof reason)
}

/** An SMS that was not sent, or may not have been. `why` contains neither number nor text. */
export class SmsNotSent extends Error {
  readonly failure: SmsFailure
  readonly why: string
  /** How long to wait before it is tried again; null if nobody knows. */
  readonly retryAfterMs: number | null

  constructor(failure: SmsFailure, why: string, retryAfterMs: number | null = null) {
    super(`an SMS was not sent: ${why}`)
    this.name = 'SmsNotSent'
    this.failure = failure
    this.why = why
    this.retryAfterMs = retryAfterMs
  }

  static from(reason: unknown): SmsNotSent {
    if (reason instanceof SmsNotSent) return reason
    return new SmsNotSent('not reached', errorKind(reason))
  }

  get retryAfterSeconds(): number {
    return this.retryAfterMs === null
      ? RETRY_AFTER_S
      : Math.max(1, Math.ceil(this.retryAfterMs / 1000))
  }
}

/**
 * Converts the product's name to GSM-7: a single other letter would halve the maximum length of the
 * SMS.
 */
function inGsm7(text: string): string {
  const plain = text.replaceAll('đ', 'd').replaceAll('Đ', 'D').normalize('NFD')
  return plain.replaceAll(/[^ -Za-z]/g, '')
}

export function signInLink(publicUrl: URL, userId: string, token: string): string {
  return new URL(`/l/${userId}/${token}`, publicUrl).href
}

/**
 * Builds the text of a sign-in SMS: link, code, and the line that lets phones fill in the code
 * (https://wicg.github.io/sms-one-time-codes/).
 */
export function signInText(
  publicUrl: URL,
  productName: string,
  userId: string,
  token: string,
  code: string,
): string {
  const link = signInLink(publicUrl, userId, token)
  return `${smsTexts.signIn(inGsm7(productName), link, code)}\n@${publicUrl.hostname} #${code}`
}

/** Builds an invitation's text. The link is at its end, so that phones see where the link ends. */
export function invitationText(
  publicUrl: URL,
  productName: string,
  userId: string,
  token: string,
): string {
  return smsTexts.invitation(inGsm7(productName), signInLink(publicUrl, userId, token))
}
