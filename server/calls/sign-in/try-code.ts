import { CODE_MAX_WRONG_TRIES, WRONG_CODES_A_DAY, WRONG_CODES_WINDOW_MS } from '#rules/sign-in'
import type { Writer } from '../../db/database'
import {
  countWrongCode,
  countWrongTry,
  findAskedRequest,
  findBrowsersRequest,
  hashCode,
  readWrongCodes,
  spendRequest,
} from '../../db/queries/sign-in-requests'
import { ofNobody, readResendSeconds } from './send-sign-in'
import type { SignInId } from './sign-in-id'

export type CodeVerdict =
  | { readonly is: 'valid'; readonly userId: string }
  /** `triesLeft` is null where this browser has asked for no code by this id: nobody's tries are counted. */
  | { readonly is: 'wrong'; readonly triesLeft: number | null; readonly wasFirst: boolean }
  | { readonly is: 'exhausted'; readonly retrySeconds: number }
  /** No code is tried before tomorrow, but the link is good. */
  | { readonly is: 'exhausted today'; readonly retrySeconds: number }
  /** Not tried at all. */
  | { readonly is: 'held back' }

interface TriedCode {
  readonly id: SignInId
  readonly code: string
  /** The hash of the browser's cookie. */
  readonly browser: string
  /** The address has tried many wrong codes: only a code's first try counts. */
  readonly onlyFirst: boolean
}

/**
 * Tries a code in the browser that asked for it. What is answered goes by what this browser asked by, whether or not
 * somebody has it; a code that was asked for by number signs in by e-mail too.
 */
export async function tryCode(db: Writer, { id, code, browser, onlyFirst }: TriedCode, now: number): Promise<CodeVerdict> {
  const asked = await findAskedRequest(db, { by: id.key, browser }, now)
  const sent = asked?.user_id == null ? await findBrowsersRequest(db, browser, id.key, now) : asked
  const counted = asked ?? sent
  if (onlyFirst && (counted === undefined || counted.wrong_tries > 0)) return { is: 'held back' }
  if (counted === undefined) return { is: 'wrong', triesLeft: null, wasFirst: false }

  const account = sent?.user_id ?? id.key
  const wrongToday = await readWrongCodes(db, account, now)
  const oldest = wrongToday.at(-WRONG_CODES_A_DAY)
  if (oldest !== undefined) {
    return { is: 'exhausted today', retrySeconds: Math.ceil((oldest + WRONG_CODES_WINDOW_MS - now) / 1000) }
  }
  if (sent?.user_id != null && sent.wrong_tries < CODE_MAX_WRONG_TRIES && sent.code_hash === hashCode(sent.user_id, code)) {
    await spendRequest(db, sent.request_id, now)
    return { is: 'valid', userId: sent.user_id }
  }
  if (counted.wrong_tries >= CODE_MAX_WRONG_TRIES) {
    return { is: 'exhausted', retrySeconds: await readResendSeconds(db, sent === undefined ? ofNobody(id.key) : id.key, now) }
  }
  await countWrongTry(db, new Set([counted.request_id, sent?.request_id ?? counted.request_id]))
  await countWrongCode(db, account, now)
  const leftToday = WRONG_CODES_A_DAY - wrongToday.length - 1
  const triesLeft = asked === undefined ? null : Math.min(CODE_MAX_WRONG_TRIES - asked.wrong_tries - 1, leftToday)
  return { is: 'wrong', triesLeft, wasFirst: counted.wrong_tries === 0 }
}
