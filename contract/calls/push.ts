import * as v from 'valibot'
import type { Change, Read } from '../call'
import * as field from '../fields'

/** The key that a browser subscribes to notifications with. */
export const pushKey = {
  name: 'pushKey',
  action: 'push',
  option: 'key',
  who: 'signed-in',
  effect: 'read',
  input: v.object({}),
  output: v.object({ public_key: v.string() }),
} as const satisfies Read

export const subscribePush = {
  name: 'subscribePush',
  action: 'push',
  option: 'subscribe',
  who: 'signed-in',
  effect: 'change',
  touches: [],
  input: v.object({
    subscription: v.object(
      { endpoint: field.endpoint, keys: v.object({ p256dh: field.pushKey, auth: field.pushKey }, 'required') },
      'required',
    ),
  }),
  output: v.object({}),
} as const satisfies Change

export const unsubscribePush = {
  name: 'unsubscribePush',
  action: 'push',
  option: 'unsubscribe',
  who: 'signed-in',
  effect: 'change',
  touches: [],
  input: v.object({ endpoint: field.endpoint }),
  output: v.object({}),
} as const satisfies Change
