import type { Ko } from '#contract/answer'
import type { Code } from '#contract/codes'

/** The server answered KO. Its message is Croatian and fit for a toast. */
export class ApiError extends Error {
  /** A `Code`, or one that this version of the app does not know yet. */
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** Rules answer over 200; any other status is no rule's word. */
  readonly httpStatus: number
  readonly retryAfterMs: number | null

  constructor(ko: Ko, http: { readonly status: number; readonly retryAfterMs: number | null }) {
    super(ko.message)
    this.name = 'ApiError'
    this.code = ko.code
    this.fields = ko.fields ?? {}
    this.httpStatus = http.status
    this.retryAfterMs = http.retryAfterMs
  }
}

/** No answer, or none that could be read: nobody knows whether the server did it. The message is for logs and code. */
export class CommunicationError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`API communication failed: ${reason}`, { cause })
    this.name = 'CommunicationError'
  }
}

export function hasCode(error: unknown, code: Code): boolean {
  return error instanceof ApiError && error.code === code
}
