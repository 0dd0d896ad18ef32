import * as v from 'valibot'
import { NICKNAME_MAX, NICKNAME_MIN } from '#rules/account'
import { parseTeamName } from '#rules/team-name'
import { characterCount, hasForbiddenCharacters, normaliseText, withoutHidden } from '#rules/text'
import { isReadable } from '#rules/writing'
import { type FieldFault, fault } from './faults'
import { QUEUED_MAX_MS } from './protocol'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const EMAIL_MAX = 254
const NAME_MAX = 60
const ID_MAX = 128

function shortText(name: FieldFault, min: number, max: number) {
  return v.pipe(
    v.string(fault(name)),
    v.transform(normaliseText),
    v.check((text) => characterCount(text) >= min && characterCount(text) <= max, fault(name)),
    v.check((text) => !hasForbiddenCharacters(text) && withoutHidden(text).trim() !== '', fault(name)),
  )
}

export const firstName = shortText('first_name', 1, NAME_MAX)
export const lastName = shortText('last_name', 1, NAME_MAX)
/** Rule 19. */
export const nickname = v.pipe(shortText('nickname', NICKNAME_MIN, NICKNAME_MAX), v.check(isReadable, fault('letters')))
export const email = v.pipe(v.string(fault('email')), v.trim(), v.maxLength(EMAIL_MAX, fault('email')), v.email(fault('email')))

/** Checks only the shape. The server, which has the numbering plans, decides whether it is a mobile number. */
export const mobile = v.pipe(
  v.string(fault('mobile')),
  v.trim(),
  v.check((text) => /^[+\d\s()./\-–]+$/.test(text), fault('mobile')),
  v.check((text) => text.replace(/\D/g, '').length >= 6 && text.length <= 40, fault('mobile')),
)

/** Rule 3. */
export const teamName = v.pipe(
  v.string(fault('team_name')),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const name = parseTeamName(dataset.value)
    if (name === null) {
      addIssue({ message: fault('team_name') })
      return NEVER
    }
    return name
  }),
)

/** An opaque id made by the server. */
export const id = v.pipe(
  v.string(fault('required')),
  v.minLength(1, fault('required')),
  v.maxLength(ID_MAX, fault('invalid')),
  v.check((text) => !hasForbiddenCharacters(text), fault('invalid')),
)

/** A UUID made on a device. Lower case, so that each id has a single spelling. */
export const uuid = v.pipe(v.string(fault('invalid')), v.regex(UUID, fault('invalid')), v.toLowerCase())

/** The version of a list that the caller already has. */
export const version = v.pipe(v.string(fault('invalid')), v.maxLength(ID_MAX, fault('invalid')))

/** Number of teams of the ranking to return: a number in code, digits on the wire. */
export const rankingLimit = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number)), v.number()], fault('invalid')),
  v.integer(fault('invalid')),
  v.minValue(1, fault('invalid')),
  v.maxValue(100, fault('invalid')),
)

/** Whole ms since an event on the device: a number in code, digits on the wire. At most 400 days (rule 18). */
export const queuedMs = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)), v.number()], fault('invalid')),
  v.safeInteger(fault('invalid')),
  v.minValue(0, fault('invalid')),
  v.maxValue(QUEUED_MAX_MS, fault('invalid')),
)

/** User id, mobile or e-mail: anything a person may sign in with. */
export const signInId = v.pipe(
  v.string(fault('sign_in_id')),
  v.trim(),
  v.minLength(1, fault('sign_in_id')),
  v.maxLength(EMAIL_MAX, fault('sign_in_id')),
  v.check((text) => !hasForbiddenCharacters(text), fault('sign_in_id')),
)

/** A 6-digit code or a link's token. People type codes in groups, so spaces are removed. */
export const signInSecret = v.pipe(
  v.string(fault('code')),
  v.transform((text) => text.replace(/\s/g, '')),
  v.minLength(1, fault('code')),
  v.maxLength(ID_MAX, fault('code')),
)

const ENDPOINT_MAX = 2_000
const PUSH_KEY_MAX = 120

/** The address at a push service to which a device's notifications go. The server decides whether it may be one. */
export const endpoint = v.pipe(
  v.string(fault('invalid')),
  v.maxLength(ENDPOINT_MAX, fault('invalid')),
  v.regex(/^https?:\/\/[!-~]+$/, fault('invalid')),
)

/** A key of a device's subscription, as base64url. */
export const pushKey = v.pipe(
  v.string(fault('invalid')),
  v.maxLength(PUSH_KEY_MAX, fault('invalid')),
  v.regex(/^[\w-]+=*$/, fault('invalid')),
)

const REASON_MAX = 200

/** Why the organiser did something, for the audit trail. */
export const reason = shortText('reason', 1, REASON_MAX)

/** Points of an adjustment (rule 14): a number in code, digits on the wire. */
export const adjustment = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^-?\d{1,5}$/), v.transform(Number)), v.number()], fault('points')),
  v.integer(fault('points')),
  v.minValue(-10_000, fault('points')),
  v.maxValue(10_000, fault('points')),
)

/** What the organiser searches people and teams by; nothing stands for the ranking. */
export const searchText = v.union([v.literal(''), shortText('required', 1, EMAIL_MAX)], fault('required'))

/** A message of the organiser. It may have several lines. */
export const announcement = v.pipe(
  v.string(fault('required')),
  v.transform(normaliseText),
  v.check((text) => withoutHidden(text).trim() !== '', fault('required')),
  v.check((text) => !hasForbiddenCharacters(text.replaceAll('\n', ' ')), fault('invalid')),
)
