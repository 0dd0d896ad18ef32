import { characterCount, foldCase, hasForbiddenCharacters, normaliseText, withoutHidden } from './text'

export const TEAM_NAME_MIN = 2
export const TEAM_NAME_MAX = 40

/** Rule 3: what a team name is kept as, or null where it is no valid name. */
export function parseTeamName(typed: string): string | null {
  const name = normaliseText(typed)
  const length = characterCount(name)
  const valid = length >= TEAM_NAME_MIN && length <= TEAM_NAME_MAX && !hasForbiddenCharacters(name) && teamNameKey(name) !== ''
  return valid ? name : null
}

/**
 * Rule 3: two names are the same team when their keys are equal. Ignores case, diacritics (đ counts as d), inner spaces
 * and characters that show nothing, so that no name can pose as another.
 */
export function teamNameKey(name: string): string {
  return withoutHidden(foldCase(normaliseText(name)))
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
    .replaceAll('đ', 'd')
    .normalize('NFC')
}
