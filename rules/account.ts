import { foldCase, normaliseText } from './text'

/** What e-mail and nickname are compared by: both ignore case. */
export function caseKey(text: string): string {
  return foldCase(normaliseText(text))
}
