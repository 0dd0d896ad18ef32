import { foldLookAlikes, foldPunctuation, foldStrokes } from './look-alikes'
import { foldCase, normaliseText, plainName, withoutHidden } from './text'

export const NICKNAME_MIN = 2
export const NICKNAME_MAX = 24

/** Texts with equal keys are the same but for case, invisible characters and Unicode variants. */
export function caseKey(text: string): string {
  const visible = withoutHidden(plainName(text))
  // Normalise again: letters separated by a hidden character may combine, and folding case may
  // decompose letters.
  return normaliseText(foldCase(normaliseText(visible)))
}

const WITHOUT_STROKED_D = /[^đ]+/g

/**
 * Rule 19: only one of the nicknames with equal keys may be in use, to prevent mistaken identity.
 * Unlike in team names, diacritics make a difference; keep đ, which look-alike folding would turn
 * into d.
 */
export function uniqueNickname(nickname: string): string {
  const letters = caseKey(nickname).normalize('NFD')
  const folded = letters.replace(WITHOUT_STROKED_D, (part) => foldStrokes(foldLookAlikes(part)))
  return foldPunctuation(folded).normalize('NFC')
}
