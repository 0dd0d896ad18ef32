import * as v from 'valibot'
import { hasForbiddenCharacters, isBounded, plainText } from '#rules/text'
import { type FieldIssue, issue } from './field-issues'
import { QUEUED_MAX_MS } from './protocol'

// Fields shared by many calls. Form fields are in `form-fields.ts`, which fewer screens load.

/**
 * Base schema of every text that is sent, typed or in a file: checks the length before anything
 * processes the text (fault 83).
 * @__NO_SIDE_EFFECTS__
 */
export function text(max: number, message: string) {
  return v.pipe(
    v.string(message),
    v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
      if (isBounded(dataset.value, max)) return dataset.value
      addIssue({ message: issue('oversized') })
      return NEVER
    }),
  )
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const UUID_LENGTH = 36
const ID_MAX = 128
const UNPARSED_MAX = 64
export const EMAIL_MAX = 254

/** An opaque id, from the server or from an event file. */
export const id = v.pipe(
  text(ID_MAX, issue('required')),
  v.transform(plainText),
  v.minLength(1, issue('required')),
  v.maxLength(ID_MAX, issue('invalid')),
  v.check((one) => !hasForbiddenCharacters(one), issue('invalid')),
)

/** A UUID made on a device. Lower case, so that each id has a single spelling. */
export const uuid = v.pipe(
  text(UUID_LENGTH, issue('invalid')),
  v.transform(plainText),
  v.regex(UUID, issue('invalid')),
  v.toLowerCase(),
)

/** Maximum length of a voucher in characters; the app's own have about 300. */
export const VOUCHER_MAX = 1_000
/** A team's copy of an award. The handler parses it, so that an invalid copy is VOUCHER_INVALID. */
export const voucher = text(VOUCHER_MAX, issue('required'))

/** A short text that the handler parses. */
export const unparsedText = text(UNPARSED_MAX, issue('invalid'))

/** The version of a list that the caller already has. */
export const version = v.pipe(text(ID_MAX, issue('invalid')), v.maxLength(ID_MAX, issue('invalid')))

/**
 * A whole number: a number in code, digits on the wire.
 * @__NO_SIDE_EFFECTS__
 */
export function wholeNumber(
  digits: RegExp,
  min: number,
  max: number,
  name: FieldIssue = 'invalid',
) {
  return v.pipe(
    v.union([v.pipe(v.string(), v.regex(digits), v.transform(Number)), v.number()], issue(name)),
    v.integer(issue(name)),
    v.minValue(min, issue(name)),
    v.maxValue(max, issue(name)),
  )
}

/**
 * A list whose items the handler parses one by one. Not an array schema, which would look at a
 * million items before checking the length.
 * @__NO_SIDE_EFFECTS__
 */
export function unparsedList<T>(max: number) {
  return v.pipe(
    v.custom<readonly T[]>(Array.isArray, issue('required')),
    v.minLength(1, issue('required')),
    v.maxLength(max, issue('invalid')),
  )
}

/** 1 is yes; 0 or missing is no. */
export const flag = v.optional(wholeNumber(/^[01]$/, 0, 1), 0)

/** Whole ms since something was done on the device. At most 400 days (rule 18). */
export const queuedMs = wholeNumber(/^\d{1,15}$/, 0, QUEUED_MAX_MS)

/** Strips `mailto:` as well, because people paste the link to an e-mail address. */
export const plainEmail = (pasted: string) => plainText(pasted).replace(/^mailto:/i, '')

/** User id, mobile or e-mail: anything a person may sign in with. */
export const signInId = v.pipe(
  text(EMAIL_MAX, issue('sign_in_id')),
  v.transform(plainEmail),
  v.minLength(1, issue('sign_in_id')),
  v.maxLength(EMAIL_MAX, issue('sign_in_id')),
  v.check((one) => !hasForbiddenCharacters(one), issue('sign_in_id')),
)

/** A 6-digit code or a link's token. People type codes in groups. */
export const signInSecret = v.pipe(
  text(ID_MAX, issue('code')),
  v.transform((typed) => plainText(typed).replaceAll(' ', '')),
  v.transform((secret) => (/^[\d-]+$/.test(secret) ? secret.replaceAll('-', '') : secret)),
  v.minLength(1, issue('code')),
  v.maxLength(ID_MAX, issue('code')),
)
