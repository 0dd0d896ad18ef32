import * as v from 'valibot'
import { change } from '../call'
import * as entity from '../entities'
import * as field from '../fields'

export const scan = change('scan', {
  action: 'scan',
  who: 'signed-in',
  touches: ['user', 'team', 'ranking'],
  input: v.object({
    nfc_id: field.id,
    nfc_type: v.optional(field.unparsedText),
    queued_ms: v.optional(field.queuedMs),
    user_id: v.optional(field.id),
    /** `picc` and `cmac` prove a touch. An invalid proof is TAG_NOT_PROVEN, not INVALID_INPUT. */
    picc: v.optional(field.unparsedText),
    cmac: v.optional(field.unparsedText),
  }),
  output: v.object({ nfc: entity.nfc }),
})
