import * as v from 'valibot'
import { change, read } from '../call'
import * as entity from '../entities'
import * as field from '../fields'
import { LOGOUT_MARKER } from '../protocol'

export const requestCode = change('requestCode', {
  action: 'login',
  option: 'code',
  who: 'anyone',
  bucket: 'requestCode',
  input: v.object({ id: field.signInId }),
  output: v.object({ resend_seconds: entity.seconds }),
})

export const currentUser = read('currentUser', {
  action: 'login',
  when: (fields) => fields.id === undefined && fields.mtp === undefined,
  who: 'signed-in',
  output: v.object({
    user: entity.user,
    ...entity.ledgerFields,
    ...entity.zoneFields,
    ...entity.serverFields,
  }),
})

export const signOut = change('signOut', {
  action: 'login',
  when: (fields) => fields.mtp === LOGOUT_MARKER,
  who: 'anyone',
  touches: ['user'],
  input: v.object({ id: field.signInId, mtp: v.literal(LOGOUT_MARKER) }),
})

export const signIn = change('signIn', {
  action: 'login',
  when: (fields) =>
    (fields.id !== undefined || fields.mtp !== undefined) && fields.mtp !== LOGOUT_MARKER,
  who: 'anyone',
  bucket: 'signIn',
  // Changes the account's list of devices.
  touches: ['user'],
  input: v.object({ id: field.signInId, mtp: field.signInSecret }),
  output: v.object({ user: entity.user }),
})
