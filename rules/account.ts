import { foldCase, normaliseText, withoutHidden } from './text'

/** What e-mail and nickname are compared by: both ignore case, and nobody poses as another by what shows nothing. */
export function caseKey(text: string): string {
  const visible = withoutHidden(normaliseText(text))
  // Normalised again, because letters that something hidden kept apart may join, and folding case may take them apart.
  return normaliseText(foldCase(normaliseText(visible)))
}
