import { foldCase, normaliseText, withoutHidden } from './text'

export const NICKNAME_MIN = 2
export const NICKNAME_MAX = 24

/**
 * The key by which e-mails and nicknames are compared. Ignores case, and invisible characters, which would allow
 * impersonation.
 */
export function caseKey(text: string): string {
  const visible = withoutHidden(normaliseText(text))
  // Normalised again: letters that a hidden character kept apart may combine, and folding case may decompose them.
  return normaliseText(foldCase(normaliseText(visible)))
}
