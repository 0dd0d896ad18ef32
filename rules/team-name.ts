import { foldLookAlikes, foldPunctuation, foldStrokes } from './look-alikes'
import { characterCount, foldCase, plainName, withoutHidden } from './text'
import { isReadable } from './writing'

export const TEAM_NAME_MIN = 2
export const TEAM_NAME_MAX = 40

/** Rule 3: returns the name in its stored form; null if it is invalid. */
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
 * Rules 3 and 19: returns a key that is equal for different spellings of a name. Ignores case,
 * diacritics (đ counts as d), inner spaces, invisible characters, look-alikes, and a final full
 * stop or comma.
 */
export function teamNameKey(name: string): string {
  const letters = withoutHidden(foldCase(plainName(name)))
    .normalize('NFD')
    .replace(/[\p{M}\p{Cc}\s]/gu, '')
  return foldPunctuation(foldLookAlikes(letters)).normalize('NFC')
}

/**
 * Rules 3 and 19: returns the key that must be unique among names in use, so that no name is
 * mistaken for another: `teamNameKey` with strokes folded too. It is stored (`teams.name_key`), so a
 * change of the folding needs a migration.
 */
export function uniqueTeamNameKey(name: string): string {
  return foldStrokes(teamNameKey(name))
}
