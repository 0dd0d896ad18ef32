const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

const SHOWS_NOTHING = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** NFKC-normalises typed text and trims it. In this order, because NFKC makes spaces of what is none, such as ¨. */
export function normaliseText(typed: string): string {
  return typed.normalize('NFKC').trim()
}

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
