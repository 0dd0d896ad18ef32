export interface Sms {
  /** E.164. */
  readonly to: string
  readonly text: string
}

/** Delivers an SMS. Throws if it fails. */
export interface SmsSender {
  send(sms: Sms): Promise<void>
}

/** What may be told of a provider's error: its message may hold the number. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const RETRY_FAILED_S = 10

/** An SMS that did not leave. Says nothing of whom it was for. */
export class SmsNotSent extends Error {
  /** Whole seconds after which it is worth trying again. */
  readonly retryAfterSeconds: number

  private constructor(why: string, retryAfterSeconds: number) {
    super(`an SMS was not sent: ${why}`)
    this.name = 'SmsNotSent'
    this.retryAfterSeconds = retryAfterSeconds
  }

  static forWantOfBudget(waitMs: number): SmsNotSent {
    return new SmsNotSent('the budget is used up', Math.max(1, Math.ceil(waitMs / 1000)))
  }

  static byProvider(reason: unknown): SmsNotSent {
    return new SmsNotSent(`the provider did not take it (${nameOf(reason)})`, RETRY_FAILED_S)
  }
}
