import { foldLookAlikes, foldPunctuation, foldStrokes } from './look-alikes'
import { foldCase, normaliseText, plainName, withoutHidden } from './text'

export const NICKNAME_MIN = 2
export const NICKNAME_MAX = 24

/**
 * Returns a key that is equal for texts that differ only in case, invisible characters and Unicode
 * variants.
 */
export function caseKey(text: string): string {
  const visible = withoutHidden(plainName(text))
  // Normalise again: letters separated by a hidden character may combine, and folding case may
  // decompose letters.
  return normaliseText(foldCase(normaliseText(visible)))
}

/** Letters whose capitals Ð and Ɖ look exactly like Đ. */
const LIKE_STROKED_D = /[ðɖ]/g
const WITHOUT_STROKED_D = /[^đ]+/g

/**
 * Rule 19: returns the key that must be unique among nicknames in use, so that no person is
 * mistaken for another. Unlike in team names, diacritics count; đ is kept, because look-alike
 * folding would turn it into d. The key is stored (`users.nickname_key`), so a change of the folding
 * needs a migration.
 */
export function uniqueNicknameKey(nickname: string): string {
  const letters = caseKey(nickname).normalize('NFD').replace(LIKE_STROKED_D, 'đ')
  const folded = letters.replace(WITHOUT_STROKED_D, (part) => foldStrokes(foldLookAlikes(part)))
  return foldPunctuation(folded).normalize('NFC')
}
