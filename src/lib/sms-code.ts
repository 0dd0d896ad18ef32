import { isBounded, plainText } from '#rules/text'

export const CODE_LENGTH = 6

/** The reading of what was typed or pasted into the field of the SMS code. */
type ReadCode =
  /** Six digits, or fewer while the person types. */
  | { readonly kind: 'digits'; readonly digits: string }
  /** A sign-in link of this site. */
  | { readonly kind: 'link'; readonly userId: string; readonly token: string }
  | { readonly kind: 'none' }

/** The longest text read: the SMS and what was copied with it. */
const SMS_MAX = 300

/** Matches the code in the last line of the SMS, from which phones fill in the field. */
const MARKED = /#(\d{6})(?!\d)/
const LINK = /https?:\/\/([^\s/]+?)\.?\/+l\/+([\da-z]+)\/+([\da-z]+)/i
/** Matches digits outside words, links and decimals. */
const NUMBERS = /(?:^|[^\p{L}\p{N}.])(\d(?:[ -]?\d)*)(?![\p{L}\p{N}]|\.\d)/gu

/**
 * Reads the whole SMS, its last line, its link, or the code in any spelling. Within other text, the
 * code is the six digits behind a `#`, or the only number of six digits; digits of a port or a link
 * do not count. `hosts` are this site's.
 */
export function readCode(typed: string, hosts: readonly string[]): ReadCode {
  if (!isBounded(typed, SMS_MAX)) return { kind: 'none' }
  const text = plainText(typed)
  const digits = text.replace(/[ -]/g, '')
  if (/^\d*$/.test(digits))
    return digits.length > CODE_LENGTH ? { kind: 'none' } : { kind: 'digits', digits }
  const marked = MARKED.exec(text)?.[1]
  if (marked !== undefined) return { kind: 'digits', digits: marked }
  const [, linked, userId, token] = LINK.exec(text) ?? []
  const isOwn = linked !== undefined && hosts.includes(linked.toLowerCase())
  if (isOwn && userId !== undefined && token !== undefined) return { kind: 'link', userId, token }
  const numbers = [...text.matchAll(NUMBERS)].map(([, number = '']) => number.replace(/[ -]/g, ''))
  const [alone, ...others] = new Set(numbers.filter(({ length }) => length === CODE_LENGTH))
  return alone !== undefined && others.length === 0
    ? { kind: 'digits', digits: alone }
    : { kind: 'none' }
}

/** Whether only digits were typed after a whole code, not an SMS pasted behind it. */
export const isExcess = (typed: string, code: string) =>
  typed.startsWith(code) && /^[\d -]+$/.test(typed.slice(code.length))
