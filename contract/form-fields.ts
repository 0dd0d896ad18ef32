import * as v from 'valibot'
import { NICKNAME_MAX, NICKNAME_MIN } from '#rules/account'
import { EMBLEMS } from '#rules/emblem'
import { parseTeamName, TEAM_NAME_MAX } from '#rules/team-name'
import {
  characterCount,
  hasForbiddenCharacters,
  isLikeNumber,
  plainMobile,
  plainName,
} from '#rules/text'
import { isReadable } from '#rules/writing'
import { type FieldIssue, issue } from './field-issues'
import { EMAIL_MAX, plainEmail, text, wholeNumber } from './fields'

export const NAME_MAX = 60
const MOBILE_MAX = 40

export function shortText(name: FieldIssue, min: number, max: number, clean = plainName) {
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
  v.transform(plainEmail),
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

/** A person's own data, as registered. */
export const person = v.object(
  { first_name: firstName, last_name: lastName, email, mobile, nickname },
  'required',
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
