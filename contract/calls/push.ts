import * as v from 'valibot'
import { change, read } from '../call'
import { issue } from '../field-issues'
import { text } from '../fields'

const ENDPOINT_MAX = 2_000
const PUSH_KEY_MAX = 120

/** The push service's address for one device. The server decides which hosts it allows. */
const endpoint = v.pipe(
  text(ENDPOINT_MAX, issue('invalid')),
  v.maxLength(ENDPOINT_MAX, issue('invalid')),
  v.regex(/^https?:\/\/[!-~]+$/, issue('invalid')),
)

/** A key of a device's subscription, as base64url. */
const deviceKey = v.pipe(
  text(PUSH_KEY_MAX, issue('invalid')),
  v.maxLength(PUSH_KEY_MAX, issue('invalid')),
  v.regex(/^[\w-]+=*$/, issue('invalid')),
)

/** The public key with which a browser subscribes to notifications. */
export const pushKey = read('pushKey', {
  action: 'push',
  option: 'key',
  who: 'signed-in',
  output: v.object({ public_key: v.string() }),
})

export const subscribePush = change('subscribePush', {
  action: 'push',
  option: 'subscribe',
  who: 'signed-in',
  input: v.object({
    subscription: v.object(
      { endpoint, keys: v.object({ p256dh: deviceKey, auth: deviceKey }, 'required') },
      'required',
    ),
  }),
})

export const unsubscribePush = change('unsubscribePush', {
  action: 'push',
  option: 'unsubscribe',
  who: 'signed-in',
  input: v.object({ endpoint }),
})
