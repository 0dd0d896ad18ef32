export interface Sms {
  /** E.164. */
  readonly to: string
  readonly text: string
}

/** An SMS with the id under which the provider knows it, the same at every attempt. */
export interface NumberedSms extends Sms {
  readonly id: string
}

/** Whom an SMS is for: somebody known, or somebody new who called from an address. */
export type Payer = { readonly is: 'known' } | { readonly is: 'new'; readonly address: string }

/** What became of an SMS, as the network reports it later. */
export interface DeliveryReport {
  readonly id: string
  readonly delivered: boolean
}

/** Delivers an SMS. Throws if it fails, `ProviderFailure` where it is known how. */
export interface SmsSender {
  send(sms: NumberedSms): Promise<void>
  /** The reports that have arrived since the last call; absent if the provider has none. */
  fetchReports?(): Promise<readonly DeliveryReport[]>
}

/** What is known of an SMS that a provider did not confirm. */
export type Fate =
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

/** A provider did not confirm an SMS. The message has neither number nor text. */
export class ProviderFailure extends Error {
  readonly fate: Fate
  /** How long the provider asked to wait; null if it did not say. */
  readonly retryAfterMs: number | null

  constructor(fate: Fate, why: string, retryAfterMs: number | null = null) {
    super(why)
    this.name = 'ProviderFailure'
    this.fate = fate
    this.retryAfterMs = retryAfterMs
  }
}

/** What may be told of a provider's error: its message may hold the number. */
function nameOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.message
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const RETRY_FAILED_MS = 10_000

/** An SMS that is not known to have left. Says nothing of whom it was for. */
export class SmsNotSent extends Error {
  /** Whole seconds after which it is worth trying again. */
  readonly retryAfterSeconds: number
  /** What is known of it; null if the provider was not asked, or the error says nothing. */
  readonly fate: Fate | null

  constructor(why: string, retryAfterMs: number, fate: Fate | null = null) {
    super(`an SMS was not sent: ${why}`)
    this.name = 'SmsNotSent'
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    this.fate = fate
  }

  static byProvider(reason: unknown): SmsNotSent {
    const fate = reason instanceof ProviderFailure ? reason.fate : null
    return new SmsNotSent(`the provider did not take it (${nameOf(reason)})`, RETRY_FAILED_MS, fate)
  }

  /** Whether it may arrive in spite of that. */
  get mayArrive(): boolean {
    return this.fate === 'unknown'
  }
}
