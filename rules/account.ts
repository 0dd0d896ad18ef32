import { foldLookAlikes, foldPunctuation, foldStrokes } from './look-alikes'
import { foldCase, normaliseText, plainName, withoutHidden } from './text'

export const NICKNAME_MIN = 2
export const NICKNAME_MAX = 24

/** Texts with equal keys are the same e-mail or nickname. Ignores case, and invisible characters. */
export function caseKey(text: string): string {
  const visible = withoutHidden(plainName(text))
  // Normalised again: letters that a hidden character separated may combine, and folding case may decompose them.
  return normaliseText(foldCase(normaliseText(visible)))
}

const WITHOUT_STROKED_D = /[^đ]+/g

/**
 * Rule 19: of nicknames with equal keys only one may be in use, because one could be taken for the other. Unlike in a team's name,
 * diacritics distinguish them; đ, which folding look-alikes would make a d, is a letter with one.
 */
export function uniqueNickname(nickname: string): string {
  const letters = caseKey(nickname).normalize('NFD')
  const folded = letters.replace(WITHOUT_STROKED_D, (part) => foldStrokes(foldLookAlikes(part)))
  return foldPunctuation(folded).normalize('NFC')
}
