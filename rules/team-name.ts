import { foldLookAlikes } from './look-alikes'
import { characterCount, foldCase, hasForbiddenCharacters, normaliseText, withoutHidden } from './text'
import { hasOneScriptPerWord, hasStackedMarks } from './writing'

export const TEAM_NAME_MIN = 2
export const TEAM_NAME_MAX = 40

function isReadable(name: string): boolean {
  return !hasForbiddenCharacters(name) && hasOneScriptPerWord(withoutHidden(name)) && !hasStackedMarks(name)
}

/** Rule 3: the name as it is stored; null if it is not valid. */
export function parseTeamName(typed: string): string | null {
  const name = normaliseText(typed)
  const length = characterCount(name)
  const valid = length >= TEAM_NAME_MIN && length <= TEAM_NAME_MAX && isReadable(name) && teamNameKey(name) !== ''
  return valid ? name : null
}

/**
 * Rule 3: names with equal keys are the same name. Ignores case, diacritics (đ counts as d), inner spaces, invisible
 * characters and which of several look-alike letters was typed, so that no name can impersonate another.
 */
export function teamNameKey(name: string): string {
  const letters = withoutHidden(foldCase(normaliseText(name)))
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
  return foldLookAlikes(letters).normalize('NFC')
}
