import { smsTexts } from '#texts/notices'

export interface Sms {
  /** E.164. */
  readonly to: string
  readonly text: string
}

/** An SMS with the id under which the provider knows it, the same at every attempt. */
export interface NumberedSms extends Sms {
  readonly id: string
}

/** Whom an SMS is for: somebody known, whom an organiser invites, or somebody new who called from an address. */
export type Payer = { readonly is: 'known' } | { readonly is: 'invited' } | { readonly is: 'new'; readonly address: string }

/** Delivers an SMS. Throws if it fails, `SmsNotSent` where it is known how. */
export interface SmsSender {
  send(sms: NumberedSms): Promise<void>
}

/** Why an SMS is not known to have left. */
export type Fate =
  /** A budget is used up, or the provider fails too often to be asked. */
  | 'not asked'
  /** The request certainly did not arrive. */
  | 'not reached'
  /** The provider asked to try again. */
  | 'try later'
  /** The provider does not take this SMS, for example because of its number: that is nobody else's trouble. */
  | 'refused'
  /** The provider takes no SMS of ours: wrong key, wrong address, no credit. */
  | 'account refused'
  /** It may have been sent or not, so it must not be sent again. */
  | 'unknown'

const RETRY_AFTER_S = 10

/** An SMS that is not known to have left. `why` has neither number nor text. */
export class SmsNotSent extends Error {
  readonly fate: Fate
  readonly why: string
  /** How long to wait before it is tried again; null if nobody knows. */
  readonly retryAfterMs: number | null

  constructor(fate: Fate, why: string, retryAfterMs: number | null = null) {
    super(`an SMS was not sent: ${why}`)
    this.name = 'SmsNotSent'
    this.fate = fate
    this.why = why
    this.retryAfterMs = retryAfterMs
  }

  /** Of an error that is no provider's word only the kind is told: its message may hold the number. */
  static from(reason: unknown): SmsNotSent {
    if (reason instanceof SmsNotSent) return reason
    const code = reason instanceof Error && 'code' in reason && typeof reason.code === 'string' ? reason.code : null
    return new SmsNotSent('not reached', code ?? (reason instanceof Error ? reason.name : typeof reason))
  }

  get retryAfterSeconds(): number {
    return this.retryAfterMs === null ? RETRY_AFTER_S : Math.max(1, Math.ceil(this.retryAfterMs / 1000))
  }
}

const CROATIAN_LETTERS: Readonly<Record<string, string>> = { đ: 'd', Đ: 'D' }

/** The product's name without letters outside GSM-7; a single one would halve the length of the SMS. */
function inGsm7(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đĐ]/g, (letter) => CROATIAN_LETTERS[letter] ?? '')
  return plain.replaceAll(/[^ -Za-z]/g, '')
}

export function signInLink(publicUrl: URL, userId: string, token: string): string {
  return new URL(`/l/${userId}/${token}`, publicUrl).href
}

/** Link, code, and the line that lets phones fill in the code (https://wicg.github.io/sms-one-time-codes/). */
export function signInText(publicUrl: URL, productName: string, userId: string, token: string, code: string): string {
  const link = signInLink(publicUrl, userId, token)
  return `${smsTexts.signIn(inGsm7(productName), link, code)}\n@${publicUrl.hostname} #${code}`
}

/** The link with which an invited player signs in; it ends the text, so that phones see where it ends. */
export function invitationText(publicUrl: URL, productName: string, userId: string, token: string): string {
  return smsTexts.invitation(inGsm7(productName), signInLink(publicUrl, userId, token))
}
