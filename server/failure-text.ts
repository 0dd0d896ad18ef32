import { isDatabaseError, isDiskFull, isFileTrouble, isReadOnly, isUnavailable } from './db/unavailable'
import { Failure } from './failure'

/** Node's own errors, such as a folder without write permission or a port in use. */
function isSystemError(reason: unknown): reason is Error {
  return reason instanceof Error && 'code' in reason && typeof reason.code === 'string' && /^E[A-Z]+$/.test(reason.code)
}

/** Describes a failure of the environment in one sentence; null for a bug of the program. */
export function failureText(reason: unknown): string | null {
  if (reason instanceof Failure) return reason.message
  if (!(reason instanceof Error)) return null
  const { message } = reason
  if (isDiskFull(reason)) return `The disk is full, so the database could not write: ${message}. Make room and try again.`
  if (isReadOnly(reason)) return `The database can only be read: ${message}.`
  if (isFileTrouble(reason)) return `The file of the database cannot be read or written: ${message}.`
  if (isUnavailable(reason)) return `The database did not answer in time: ${message}.`
  if (isDatabaseError(reason)) return `The database refused: ${message}.`
  return isSystemError(reason) ? `The system refused: ${message}.` : null
}
