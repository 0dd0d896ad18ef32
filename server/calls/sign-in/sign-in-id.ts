import { caseKey } from '#rules/account'
import { parseMobile } from '../../mobile'

/** What a person asks for a code by. `key` is the same for every spelling. */
export interface SignInId {
  /** `none` is neither: a user id, which other players can read, or a slip. */
  readonly is: 'mobile' | 'email' | 'none'
  readonly key: string
}

export function readSignInId(typed: string): SignInId {
  if (typed.includes('@')) return { is: 'email', key: caseKey(typed) }
  const mobile = parseMobile(typed)
  return mobile === null ? { is: 'none', key: caseKey(typed) } : { is: 'mobile', key: mobile }
}
