import type { KoDetails } from '#contract/answer'
import type { RuleCode, TransportCode } from '#contract/codes'
import { errorTexts } from '#i18n/errors'

/**
 * A rule says no. Travels as KO over HTTP 200; thrown inside a change, it keeps nothing of that change.
 * Neither this nor TransportRefusal is an Error: it is an answer whose stack nobody reads, and taking the stack was a fifth of
 * what such a call cost.
 */
export class Refusal {
  readonly code: RuleCode
  readonly message: string
  readonly details: KoDetails

  constructor(code: RuleCode, details: KoDetails = {}, message: string = errorTexts[code]) {
    this.message = message
    this.code = code
    this.details = details
  }
}

/** What came is no proper call, or cannot be served now. Travels as KO under its own HTTP status. */
export class TransportRefusal {
  readonly code: TransportCode
  readonly message: string
  readonly retryAfterSeconds: number | null

  constructor(code: TransportCode, retryAfterSeconds: number | null = null) {
    this.message = errorTexts[code]
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
