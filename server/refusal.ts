import type { KoDetails } from '#contract/answer'
import type { RuleCode, TransportCode } from '#contract/codes'
import { errorTexts } from '#i18n/errors'

/** A rule says no. Travels as KO over HTTP 200; thrown inside a change, it keeps nothing of that change. */
export class Refusal extends Error {
  readonly code: RuleCode
  readonly details: KoDetails

  constructor(code: RuleCode, details: KoDetails = {}, message: string = errorTexts[code]) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}

/** What came is no proper call, or cannot be served now. Travels as KO under its own HTTP status. */
export class TransportRefusal extends Error {
  readonly code: TransportCode
  readonly retryAfterSeconds: number | null

  constructor(code: TransportCode, retryAfterSeconds: number | null = null) {
    super(errorTexts[code])
    this.name = 'TransportRefusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
