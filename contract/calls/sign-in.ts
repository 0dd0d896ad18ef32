import * as v from 'valibot'
import type { Change, Read } from '../call'
import * as entity from '../entities'
import { seconds } from '../entities'
import * as field from '../fields'
import * as form from '../form-fields'
import { LOGOUT_MARKER } from '../protocol'

/** Apart from signing in, because the sign-in screen does without the rules of names. */
export const register = {
  name: 'register',
  action: 'register',
  who: 'anyone',
  bucket: 'register',
  effect: 'change',
  touches: [],
  input: v.object({
    user_data: v.object(
      {
        first_name: form.firstName,
        last_name: form.lastName,
        email: form.email,
        mobile: form.mobile,
        nickname: form.nickname,
      },
      'required',
    ),
  }),
  output: v.object({
    user_id: v.string(),
    // Optional, because a server may be older than these fields.
    resend_seconds: v.optional(seconds),
    /** False if one that was sent before is still valid, and the limits allow no other yet. */
    sms_sent: v.optional(v.boolean()),
  }),
} as const satisfies Change

export const requestCode = {
  name: 'requestCode',
  action: 'login',
  option: 'code',
  who: 'anyone',
  bucket: 'requestCode',
  effect: 'change',
  touches: [],
  input: v.object({ id: field.signInId }),
  output: v.object({ resend_seconds: entity.seconds }),
} as const satisfies Change

export const currentUser = {
  name: 'currentUser',
  action: 'login',
  when: (fields) => fields.id === undefined && fields.mtp === undefined,
  who: 'signed-in',
  effect: 'read',
  input: v.object({}),
  output: v.object({ user: entity.user, ...entity.ledgerFields, ...entity.zoneFields, ...entity.addressFields }),
} as const satisfies Read

export const signOut = {
  name: 'signOut',
  action: 'login',
  when: (fields) => fields.mtp === LOGOUT_MARKER,
  who: 'anyone',
  effect: 'change',
  touches: ['user'],
  input: v.object({ id: field.signInId, mtp: v.literal(LOGOUT_MARKER) }),
  output: v.object({}),
} as const satisfies Change

export const signIn = {
  name: 'signIn',
  action: 'login',
  when: (fields) => (fields.id !== undefined || fields.mtp !== undefined) && fields.mtp !== LOGOUT_MARKER,
  who: 'anyone',
  bucket: 'signIn',
  effect: 'change',
  // The list of the account's devices.
  touches: ['user'],
  input: v.object({ id: field.signInId, mtp: field.signInSecret }),
  output: v.object({ user: entity.user }),
} as const satisfies Change
