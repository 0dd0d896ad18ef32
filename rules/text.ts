/** Room for what people paste around a short text. */
const ROOM_MIN = 256
const MARKS_MAX = 8
const BEGINNING = 40
/** Of the letters that one letter may become. */
const LONGEST_LETTER = 18

/** Characters that are removed from a text, so that marks on both sides of them would be on one letter. */
const BETWEEN_MARKS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]+/gu
/** Halfwidth Japanese marks count as letters until they are normalised. */
const STACK = new RegExp(`[\\p{M}\uFF9E\uFF9F]{${MARKS_MAX + 1}}`, 'u')

/**
 * Whether a text may be read at all, before anything else is done with it: normalising sorts the marks of a letter in the square of
 * their number, and thousands of them stopped every other call. `max` is the field's own limit.
 */
export function isBounded(text: string, max: number): boolean {
  const room = Math.max(4 * max, ROOM_MIN)
  if (text.length > room) return false
  if (!/[^\0-\u02FF]/.test(text)) return true
  if (STACK.test(text.replace(BETWEEN_MARKS, ''))) return false
  // The longest, such as U+FDFA, are a sentence each.
  return text.length * LONGEST_LETTER <= room || text.normalize('NFKC').length <= room
}

/** The beginning of a text that is not bounded, as one that is not bounded either, for who shows a text before somebody refuses it. */
export function beginningOf(unbounded: string): string {
  return `${unbounded.slice(0, BEGINNING)}${'\u0301'.repeat(MARKS_MAX + 1)}`
}

/** Characters that hide or reorder other letters, or break a line. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

const SHOWS_NOTHING = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu
/** An emoji may be several that invisible joiners and selectors hold together. */
const EMOJI = String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*`
const NEEDLESS = new RegExp(
  `(${EMOJI})|(?![\\u202A-\\u202E\\u2066-\\u2069])${SHOWS_NOTHING.source}`,
  'gu',
)
const AROUND = /[\p{Cc}\s\u202A-\u202E\u2066-\u2069]/u

/** Not by one expression, whose time would grow with the square of a long row of spaces. */
function trimmed(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && AROUND.test(text.charAt(from))) from++
  while (from < to && AROUND.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** Almost every text that is sent. It has one spelling. */
const isPlain = (text: string) => /^[ -~]*$/.test(text)

/** Removes what shows nothing, and all that a copied text has around it. */
export function withoutNeedless(typed: string): string {
  return trimmed(typed.replace(NEEDLESS, '$1'))
}

/** NFKC would make a space and a mark of them. */
const BARE_ACUTE = /[\u00B4\u0384\u1FBD\u1FBF\u1FFD\u1FFE]/g
const BARE_DOUBLE_ACUTE = /\u02DD/g

/**
 * Typed text in one spelling. Normalised again, because letters may combine that something hidden separated; NFKC also makes
 * spaces of what is none, such as ¨.
 */
export function normaliseText(typed: string): string {
  if (isPlain(typed)) return trimmed(typed)
  const upright = typed.replace(BARE_ACUTE, "'").replace(BARE_DOUBLE_ACUTE, '"')
  return trimmed(withoutNeedless(upright.normalize('NFKC')).normalize('NFKC'))
}

const DASHES = /[\p{Pd}\u2043\u2212]/gu

const PLAIN_DIGITS = new Map<string, string>()

/** Unicode's decimal digits are in runs from 0 to 9. Counted once for each, because a text may be nothing but digits. */
function plainDigit(digit: string): string {
  const known = PLAIN_DIGITS.get(digit)
  if (known !== undefined) return known
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  const plain = String((code - zero) % 10)
  PLAIN_DIGITS.set(digit, plain)
  return plain
}

/** A name in one spelling: as any typed text, with ASCII's digits, dashes and spaces. */
export function plainName(typed: string): string {
  if (isPlain(typed)) return trimmed(typed)
  return normaliseText(typed)
    .replace(/[^\S\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(DASHES, '-')
    .replace(/[^\P{Nd}0-9]/gu, plainDigit)
}

/** A number, code, id, address or search in one spelling: as a name, without any control character. */
export function plainText(pasted: string): string {
  if (isPlain(pasted)) return trimmed(pasted)
  const visible = pasted.replace(/\p{Cc}/gu, (control) => (/\s/.test(control) ? ' ' : ''))
  return plainName(visible.replace(SHOWS_NOTHING, ''))
}

/** A telephone number as `plainText`, without what contacts, addresses and spreadsheets write around it. */
export function plainMobile(pasted: string): string {
  return plainText(pasted)
    .replace(/^(?:['‘’`]|\s|(?:tel|telefon|mob|mobitel|gsm)[.:])+/i, '')
    .replace(/^\(\+(\d+)\)/, '+$1')
}

/** True for what can only be meant as a telephone number, once it is plain. */
export const isLikeNumber = (pasted: string): boolean => /^[+\d ()./-]+$/.test(plainMobile(pasted))

/** True if the text has control characters, lone surrogates, line separators or bidi overrides, which can hide something. */
export function hasForbiddenCharacters(text: string): boolean {
  return FORBIDDEN.test(text)
}

/** Length in code points, which is closer to what people count than UTF-16 units. */
export function characterCount(text: string): number {
  return [...text].length
}

/**
 * Folds case, so that texts that differ only in case become equal. Lower, upper and lower again, because some letters have
 * no counterpart (ẞ, ß, SS); the final sigma is replaced separately.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** Removes invisible characters, some of which count as letters. */
export function withoutHidden(text: string): string {
  return text.replace(SHOWS_NOTHING, '')
}
