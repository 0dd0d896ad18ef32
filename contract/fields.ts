import * as v from 'valibot'
import { hasForbiddenCharacters } from '#rules/text'
import { fault } from './faults'
import { QUEUED_MAX_MS } from './protocol'

// Fields of many calls. What people fill in is in `form-fields.ts`, which fewer screens load.

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const ID_MAX = 128
export const EMAIL_MAX = 254

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
