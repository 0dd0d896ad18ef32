import type * as v from 'valibot'
import type { KoDetails } from '#contract/answer'
import type { RuleCode, TransportCode } from '#contract/codes'
import { isFieldIssue } from '#contract/field-issues'
import { errorTexts } from '#texts/errors'
import { fieldText, fieldTexts } from '#texts/fields'

/**
 * A rule refuses the call: KO over HTTP 200. Thrown inside a transaction, it rolls the transaction
 * back.
 * Neither this nor TransportRefusal extends Error: nobody reads the stack, and capturing it took a
 * fifth of such a call's time.
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

/**
 * Returns the innermost name in an issue's path, because a screen has a field `mobile` but none
 * called `user_data`.
 */
function faultyField(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map((item) => String(item.key))
  return keys.at(-1) ?? 'input'
}

/** Returns the INVALID_INPUT message of each faulty field. */
export function faultyFields(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const message = isFieldIssue(issue.message)
      ? fieldText(issue.message, issue.input)
      : fieldTexts.required
    fields[faultyField(issue)] ??= message
  }
  return fields
}
