const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

const SHOWS_NOTHING = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** Trims and NFKC-normalises what a person typed; trimmed again because NFKC turns exotic spaces into plain ones. */
export function normaliseText(typed: string): string {
  return typed.trim().normalize('NFKC').trim()
}

/** True where a name would hide something: control characters, lone surrogates, line separators, bidi overrides. */
export function hasForbiddenCharacters(text: string): boolean {
  return FORBIDDEN.test(text)
}

/** Length as a person counts it, by code points and not by UTF-16 units. */
export function characterCount(text: string): number {
  return [...text].length
}

/**
 * Folds case, so that texts that differ in it alone are equal. There and back and down again, because some letters
 * have no partner (ẞ, ß, SS) and the final sigma is a case of its own.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** A text without characters that show nothing, some of which pass for letters. */
export function withoutHidden(text: string): string {
  return text.replace(SHOWS_NOTHING, '')
}
