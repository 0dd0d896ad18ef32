import { isDatabaseError, isDiskFull, isUnavailable } from './db/unavailable'
import { Failure } from './failure'

/** Node's own errors: a folder that may not be written, a port that is taken. */
function isSystemError(reason: unknown): reason is Error {
  return reason instanceof Error && 'code' in reason && typeof reason.code === 'string' && /^E[A-Z]+$/.test(reason.code)
}

/** What went wrong around the program, in one sentence; null for what is a fault of the program. */
export function failureText(reason: unknown): string | null {
  if (reason instanceof Failure) return reason.message
  if (!(reason instanceof Error)) return null
  const { message } = reason
  if (isDiskFull(reason)) return `The disk is full, so the database could not write: ${message}. Make room and try again.`
  if (isUnavailable(reason)) return `The database did not answer in time: ${message}.`
  if (isDatabaseError(reason)) return `The database refused: ${message}.`
  return isSystemError(reason) ? `The system refused: ${message}.` : null
}
