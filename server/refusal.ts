import type * as v from 'valibot'
import type { KoDetails } from '#contract/answer'
import type { RuleCode, TransportCode } from '#contract/codes'
import { isFieldFault } from '#contract/faults'
import { errorTexts } from '#texts/errors'
import { fieldText, fieldTexts } from '#texts/fields'

/**
 * A rule refuses the call: KO over HTTP 200. Thrown inside a transaction, it rolls it back.
 * Neither this nor TransportRefusal is an Error: nobody reads its stack, and capturing it was a fifth of the cost of such a
 * call.
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

/** The request is not a valid call, or cannot be served now: KO with its own HTTP status. */
export class TransportRefusal {
  readonly code: TransportCode
  readonly message: string
  readonly retryAfterSeconds: number | null

  constructor(
    code: TransportCode,
    retryAfterSeconds: number | null = null,
    message: string = errorTexts[code],
  ) {
    this.message = message
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The field that a fault belongs to: the innermost name, because no screen has a field `user_data`. */
function faultyField(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map((item) => String(item.key))
  return keys.at(-1) ?? 'input'
}

/** The message of INVALID_INPUT for each faulty field. */
export function faultyFields(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const message = isFieldFault(issue.message)
      ? fieldText(issue.message, issue.input)
      : fieldTexts.required
    fields[faultyField(issue)] ??= message
  }
  return fields
}
