import * as v from 'valibot'
import type { Change } from '../call'
import * as entity from '../entities'
import * as field from '../fields'

export const scan = {
  name: 'scan',
  action: 'scan',
  who: 'signed-in',
  effect: 'change',
  touches: ['user', 'team', 'ranking'],
  input: v.object({
    nfc_id: field.id,
    nfc_type: v.optional(v.string()),
    queued_ms: v.optional(field.queuedMs),
    user_id: v.optional(field.id),
  }),
  output: v.object({ nfc: entity.nfc }),
} as const satisfies Change
