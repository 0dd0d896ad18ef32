import { foldCase, normaliseText, withoutHidden } from './text'

/** What e-mail and nickname are compared by: both ignore case, and nobody poses as another by what shows nothing. */
export function caseKey(text: string): string {
  return withoutHidden(foldCase(normaliseText(text)))
}
