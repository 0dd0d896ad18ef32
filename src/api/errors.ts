import type { Ko } from '#contract/answer'
import type { Code } from '#contract/codes'
import type { EventChange, EventFault } from '#contract/event'

/** The status of OK answers, and of refusals by a rule. */
export const HTTP_OK = 200

/** A KO response. Its message is Croatian and can be shown in a toast. */
export class ApiError extends Error {
  /** A `Code`, or one from a newer server that this version of the app does not know. */
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly faults: readonly EventFault[]
  /** The total number of faults; `faults` has only the first ones. */
  readonly faultsTotal: number
  readonly changes: readonly EventChange[]
  /** 200 for a refusal by a rule; any other status means that no rule has decided. */
  readonly httpStatus: number
  readonly retryAfterMs: number | null

  constructor(ko: Ko, http: { readonly status: number; readonly retryAfterMs: number | null }) {
    super(ko.message)
    this.name = 'ApiError'
    this.code = ko.code
    this.fields = ko.fields ?? {}
    this.faults = ko.faults ?? []
    this.faultsTotal = ko.faults_total ?? this.faults.length
    this.changes = ko.changes ?? []
    this.httpStatus = http.status
    this.retryAfterMs = http.retryAfterMs
  }
}

/**
 * No response, or an unreadable one: the server may or may not have carried out the call. The
 * message is for developers.
 */
export class CommunicationError extends Error {
  constructor(
    reason: string,
    cause?: unknown,
    /** The pause that a proxy asked for in its own response. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`API communication failed: ${reason}`, { cause })
    this.name = 'CommunicationError'
  }
}

/** True if no rule decided: no response, or an HTTP error status. A retry may succeed. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof CommunicationError ||
    (error instanceof ApiError && error.httpStatus !== HTTP_OK)
  )
}

export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.httpStatus === HTTP_OK
}

export function hasCode(error: unknown, code: Code): boolean {
  return error instanceof ApiError && error.code === code
}
