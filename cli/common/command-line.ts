import { normaliseText } from '#rules/text'
import type { By } from '#server/corrections/correction'
import { Failure } from '#server/failure'

const REASON_MAX = 200

/** The option of every command that changes something. */
export const REASON = ['--reason <text>', 'why, for the audit trail'] as const

/** The option of every command that has a result. */
export const JSON_FLAG = ['--json', 'print the result as JSON, for scripts', false] as const

/** The command line as the one who did something. Throws `Failure` for a reason that cannot stand in the audit trail. */
export function byCommandLine(reason: string | undefined): By {
  if (reason === undefined) return { userId: null, reason: null }
  const text = normaliseText(reason)
  if (text === '' || [...text].length > REASON_MAX) throw new Failure(`--reason takes 1 to ${REASON_MAX} characters.`)
  return { userId: null, reason: text }
}
