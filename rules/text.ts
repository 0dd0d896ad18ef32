/** Length accepted in every field, because people paste other characters around a short text. */
const ROOM_MIN = 256
const MARKS_MAX = 8
const BEGINNING = 40
/** Maximum number of letters into which NFKC expands a single one. */
const LONGEST_LETTER = 18

/** Characters that later processing removes, which puts the marks on both sides onto one letter. */
const BETWEEN_MARKS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]+/gu
/** Halfwidth Japanese marks count as letters until normalised. */
const STACK = new RegExp(`[\\p{M}\uFF9E\uFF9F]{${MARKS_MAX + 1}}`, 'u')

/**
 * Whether a text is safe to process. Check before anything else: normalising sorts a letter's marks
 * in quadratic time, and thousands of them once blocked every other call. `max` is the field's own
 * limit.
 */
export function isBounded(text: string, max: number): boolean {
  const room = Math.max(4 * max, ROOM_MIN)
  if (text.length > room) return false
  if (!/[^\0-\u02FF]/.test(text)) return true
  if (STACK.test(text.replace(BETWEEN_MARKS, ''))) return false
  // The longest expansions, such as U+FDFA, are whole sentences.
  return text.length * LONGEST_LETTER <= room || text.normalize('NFKC').length <= room
}

/**
 * Shortens a text that `isBounded` rejects into one that it rejects too. For code that shows a text
 * before the server refuses it.
 */
export function beginningOf(unbounded: string): string {
  return `${unbounded.slice(0, BEGINNING)}${'\u0301'.repeat(MARKS_MAX + 1)}`
}

/** Characters that hide or reorder other letters, or break a line. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu
/** An emoji may be a sequence held together by invisible joiners and selectors. */
const EMOJI = String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*`
const NEEDLESS = new RegExp(
  `(${EMOJI})|(?![\\u202A-\\u202E\\u2066-\\u2069])${INVISIBLE.source}`,
  'gu',
)
const TRIMMED = /[\p{Cc}\s\u202A-\u202E\u2066-\u2069]/u

/**
 * Trims without a regular expression, whose time would grow with the square of a long run of
 * spaces.
 */
function trimmed(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && TRIMMED.test(text.charAt(from))) from++
  while (from < to && TRIMMED.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** Fast path for ASCII, which has only one spelling and is almost every text sent. */
const isPlain = (text: string) => /^[ -~]*$/.test(text)

/** Removes invisible characters, and the spaces and control characters around copied text. */
export function stripInvisible(typed: string): string {
  return trimmed(typed.replace(NEEDLESS, '$1'))
}

/** Bare accents, which NFKC would turn into a space and a mark. */
const BARE_ACUTE = /[\u00B4\u0384\u1FBD\u1FBF\u1FFD\u1FFE]/g
const BARE_DOUBLE_ACUTE = /\u02DD/g

/**
 * Converts typed text to its canonical spelling. Normalises twice, because letters separated by a
 * hidden character may combine, and NFKC turns characters such as ¨ into spaces.
 */
export function normaliseText(typed: string): string {
  if (isPlain(typed)) return trimmed(typed)
  const upright = typed.replace(BARE_ACUTE, "'").replace(BARE_DOUBLE_ACUTE, '"')
  return trimmed(stripInvisible(upright.normalize('NFKC')).normalize('NFKC'))
}

const DASHES = /[\p{Pd}\u2043\u2212]/gu

const PLAIN_DIGITS = new Map<string, string>()

/**
 * Converts any Unicode digit to ASCII, by its place in its run: Unicode's decimal digits come in
 * runs from 0 to 9. Caches each result, because a text may consist only of digits.
 */
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

/**
 * Converts a name to its canonical spelling: like typed text, with ASCII digits, dashes and spaces.
 */
export function plainName(typed: string): string {
  if (isPlain(typed)) return trimmed(typed)
  return normaliseText(typed)
    .replace(/[^\S\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(DASHES, '-')
    .replace(/[^\P{Nd}0-9]/gu, plainDigit)
}

/**
 * Converts a number, code, id, address or search to its canonical spelling: like a name, without
 * control characters.
 */
export function plainText(pasted: string): string {
  if (isPlain(pasted)) return trimmed(pasted)
  const visible = pasted.replace(/\p{Cc}/gu, (control) => (/\s/.test(control) ? ' ' : ''))
  return plainName(visible.replace(INVISIBLE, ''))
}

/**
 * Like `plainText` for a phone number, without the characters that contacts, addresses and
 * spreadsheets add.
 */
export function plainMobile(pasted: string): string {
  return plainText(pasted)
    .replace(/^(?:['‘’`]|\s|(?:tel|telefon|mob|mobitel|gsm)[.:])+/i, '')
    .replace(/^\(\+(\d+)\)/, '+$1')
}

/** True if the text can only be meant as a phone number. */
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
 * Folds case, so that texts that differ only in case become equal. Converts to lower, upper and
 * lower case again, because some letters have no single counterpart (ẞ, ß, SS); replaces the final
 * sigma separately.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** Removes invisible characters, some of which count as letters. */
export function withoutHidden(text: string): string {
  return text.replace(INVISIBLE, '')
}
