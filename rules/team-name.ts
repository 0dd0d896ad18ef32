import { foldLookAlikes, foldPunctuation, foldStrokes } from './look-alikes'
import { characterCount, foldCase, plainName, withoutHidden } from './text'
import { isReadable } from './writing'

export const TEAM_NAME_MIN = 2
export const TEAM_NAME_MAX = 40

/** Rule 3: the name as it is stored; null if it is not valid. */
export function parseTeamName(typed: string): string | null {
  const name = plainName(typed)
  const length = characterCount(name)
  const valid =
    length >= TEAM_NAME_MIN &&
    length <= TEAM_NAME_MAX &&
    isReadable(name) &&
    teamNameKey(name) !== ''
  return valid ? name : null
}

/**
 * Rules 3 and 19: names with equal keys are the same name, typed another way. Ignores case, diacritics (đ counts as d), inner spaces,
 * invisible characters, which of several look-alikes was typed, and a full stop or comma at the end.
 */
export function teamNameKey(name: string): string {
  const letters = withoutHidden(foldCase(plainName(name)))
    .normalize('NFD')
    .replace(/[\p{M}\p{Cc}\s]/gu, '')
  return foldPunctuation(foldLookAlikes(letters)).normalize('NFC')
}

/** Rules 3 and 19: of names with equal keys only one may be in use, because one could be taken for the other. */
export function uniqueTeamName(name: string): string {
  return foldStrokes(teamNameKey(name))
}
