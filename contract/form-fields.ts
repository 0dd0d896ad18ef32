import * as v from 'valibot'
import { NICKNAME_MAX, NICKNAME_MIN } from '#rules/account'
import { EMBLEMS } from '#rules/emblem'
import { parseTeamName, TEAM_NAME_MAX } from '#rules/team-name'
import {
  characterCount,
  hasForbiddenCharacters,
  isLikeNumber,
  normaliseText,
  plainMobile,
  plainName,
  plainText,
} from '#rules/text'
import { isReadable } from '#rules/writing'
import { type FieldIssue, issue } from './field-issues'
import { EMAIL_MAX, text, wholeNumber } from './fields'
import { KEEPABLE } from './organiser-entities'

const NAME_MAX = 60
const MOBILE_MAX = 40

function shortText(name: FieldIssue, min: number, max: number, clean = plainName) {
  return v.pipe(
    text(max, issue(name)),
    v.transform(clean),
    v.check((typed) => characterCount(typed) >= min && characterCount(typed) <= max, issue(name)),
    v.check((typed) => !hasForbiddenCharacters(typed), issue(name)),
  )
}

export const firstName = shortText('first_name', 1, NAME_MAX)
export const lastName = shortText('last_name', 1, NAME_MAX)
/** Rule 19. */
export const nickname = v.pipe(
  shortText('nickname', NICKNAME_MIN, NICKNAME_MAX),
  v.check(isReadable, issue('letters')),
)
export const email = v.pipe(
  text(EMAIL_MAX, issue('email')),
  v.transform((typed) => plainText(typed).replace(/^mailto:/i, '')),
  v.maxLength(EMAIL_MAX, issue('email')),
  v.email(issue('email')),
)

/**
 * Checks only the format. The server, which has the numbering plans, decides whether it is a mobile
 * number.
 */
export const mobile = v.pipe(
  text(MOBILE_MAX, issue('mobile')),
  v.transform(plainMobile),
  v.check(isLikeNumber, issue('mobile')),
  v.check(
    (typed) => typed.replace(/\D/g, '').length >= 6 && typed.length <= MOBILE_MAX,
    issue('mobile'),
  ),
)

/** Rule 3. */
export const teamName = v.pipe(
  text(TEAM_NAME_MAX, issue('team_name')),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const name = parseTeamName(dataset.value)
    if (name === null) {
      addIssue({ message: issue('team_name') })
      return NEVER
    }
    return name
  }),
)

export const emblem = wholeNumber(/^\d{1,2}$/, 0, EMBLEMS - 1, 'emblem')

const REASON_MAX = 200

/** Why the organiser did something, for the audit trail. */
export const reason = shortText('reason', 1, REASON_MAX, normaliseText)

/** Points of an adjustment (rule 14). */
export const adjustment = wholeNumber(/^-?\d{1,5}$/, -10_000, 10_000, 'points')

/** Search text for people and teams; empty lists the ranking. */
export const searchText = shortText('required', 0, EMAIL_MAX, plainText)

/** In characters. */
export const ANNOUNCEMENT_MAX = 280

/** A message of the organiser. It may have several lines. */
export const announcement = v.pipe(
  text(ANNOUNCEMENT_MAX, issue('required')),
  v.transform((typed) => normaliseText(typed.replaceAll('\r\n', '\n'))),
  v.minLength(1, issue('required')),
  v.check((typed) => !hasForbiddenCharacters(typed.replaceAll('\n', ' ')), issue('invalid')),
)

const TEAMS_MAX = 25
const ID_LENGTH = 128

/** Ids of teams, comma-separated. */
export const teamIds = v.pipe(
  text(TEAMS_MAX * (ID_LENGTH + 1), issue('required')),
  v.transform((list) => list.split(',').filter((id) => id !== '')),
  v.check((ids) => ids.length > 0 && ids.length <= TEAMS_MAX, issue('invalid')),
  v.check((ids) => ids.every((id) => id.length <= ID_LENGTH), issue('invalid')),
)

/** The game's name, typed to confirm something that cannot be undone. */
export const typedName = shortText('required', 1, NAME_MAX, normaliseText)

const KEEP_MAX = 100
const keepable = v.picklist(KEEPABLE, issue('invalid'))

/** The parts that `reset` keeps, comma-separated; empty for none. */
export const keep = v.pipe(
  text(KEEP_MAX, issue('required')),
  v.transform((list) =>
    list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  ),
  v.check((names) => names.every((name) => v.is(keepable, name)), issue('invalid')),
  v.transform((names) => KEEPABLE.filter((name) => names.includes(name))),
)
