import { plainText } from '#rules/text'

export const CODE_LENGTH = 6

/** What was typed or pasted into the field of the SMS code. */
type ReadCode =
  /** Fewer digits than a code has are its beginning. */
  | { readonly is: 'digits'; readonly digits: string }
  /** A sign-in link of this site. */
  | { readonly is: 'link'; readonly userId: string; readonly token: string }
  | { readonly is: 'none' }

/** The last line of an SMS, by which phones fill the code in. */
const MARKED = /#(\d{6})(?!\d)/
const LINK = /https?:\/\/([^\s/]+?)\.?\/+l\/+([\da-z]+)\/+([\da-z]+)/i
/** Digits that stand alone, and are no part of a word, a link or a decimal. */
const NUMBERS = /(?:^|[^\p{L}\p{N}.])(\d(?:[ -]?\d)*)(?![\p{L}\p{N}]|\.\d)/gu

/**
 * Reads the whole SMS, its last line, its link, or the code in any spelling. The host may have a port, and the link digits: only six
 * that are marked or stand alone are a code. `host` is this site's.
 */
export function readCode(typed: string, host: string): ReadCode {
  const text = plainText(typed)
  const digits = text.replace(/[ -]/g, '')
  if (/^\d*$/.test(digits)) return digits.length > CODE_LENGTH ? { is: 'none' } : { is: 'digits', digits }
  const marked = MARKED.exec(text)?.[1]
  if (marked !== undefined) return { is: 'digits', digits: marked }
  const [, linked, userId, token] = LINK.exec(text) ?? []
  if (linked?.toLowerCase() === host && userId !== undefined && token !== undefined) return { is: 'link', userId, token }
  const numbers = [...text.matchAll(NUMBERS)].map(([, number = '']) => number.replace(/[ -]/g, ''))
  const [alone, ...others] = new Set(numbers.filter(({ length }) => length === CODE_LENGTH))
  return alone !== undefined && others.length === 0 ? { is: 'digits', digits: alone } : { is: 'none' }
}
