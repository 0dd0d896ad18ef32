import * as v from 'valibot'
import { hasForbiddenCharacters, plainText } from '#rules/text'
import { type FieldFault, fault } from './faults'
import { QUEUED_MAX_MS } from './protocol'

// Fields of many calls. What people fill in is in `form-fields.ts`, which fewer screens load.

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const ID_MAX = 128
export const EMAIL_MAX = 254

/** An opaque id made by the server. */
export const id = v.pipe(
  v.string(fault('required')),
  v.transform(plainText),
  v.minLength(1, fault('required')),
  v.maxLength(ID_MAX, fault('invalid')),
  v.check((text) => !hasForbiddenCharacters(text), fault('invalid')),
)

/** A UUID made on a device. Lower case, so that each id has a single spelling. */
export const uuid = v.pipe(v.string(fault('invalid')), v.transform(plainText), v.regex(UUID, fault('invalid')), v.toLowerCase())

/** The version of a list that the caller already has. */
export const version = v.pipe(v.string(fault('invalid')), v.maxLength(ID_MAX, fault('invalid')))

/**
 * A whole number: a number in code, digits on the wire. Bundles leave out those that they do not use.
 * @__NO_SIDE_EFFECTS__
 */
export function wholeNumber(digits: RegExp, min: number, max: number, name: FieldFault = 'invalid') {
  return v.pipe(
    v.union([v.pipe(v.string(), v.regex(digits), v.transform(Number)), v.number()], fault(name)),
    v.integer(fault(name)),
    v.minValue(min, fault(name)),
    v.maxValue(max, fault(name)),
  )
}

/** 1 is yes, 0 or nothing no. */
export const flag = v.optional(wholeNumber(/^[01]$/, 0, 1), 0)

/** Whole ms since an event on the device. At most 400 days (rule 18). */
export const queuedMs = wholeNumber(/^\d{1,15}$/, 0, QUEUED_MAX_MS)

/** User id, mobile or e-mail: anything a person may sign in with. */
export const signInId = v.pipe(
  v.string(fault('sign_in_id')),
  v.transform(plainText),
  v.minLength(1, fault('sign_in_id')),
  v.maxLength(EMAIL_MAX, fault('sign_in_id')),
  v.check((text) => !hasForbiddenCharacters(text), fault('sign_in_id')),
)

/** A 6-digit code or a link's token. People type codes in groups. */
export const signInSecret = v.pipe(
  v.string(fault('code')),
  v.transform((text) => plainText(text).replaceAll(' ', '')),
  v.transform((text) => (/^[\d-]+$/.test(text) ? text.replaceAll('-', '') : text)),
  v.minLength(1, fault('code')),
  v.maxLength(ID_MAX, fault('code')),
)
