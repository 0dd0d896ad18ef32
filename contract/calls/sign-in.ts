import * as v from 'valibot'
import type { Change, Read } from '../call'
import * as entity from '../entities'
import * as field from '../fields'
import { LOGOUT_MARKER } from '../protocol'

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
