import * as v from 'valibot'
import { change } from '../call'
import * as entity from '../entities'
import * as field from '../fields'

export const registerDevice = change('registerDevice', {
  action: 'vendor',
  option: 'register_device',
  who: 'staff',
  input: v.object({ public_key: field.unparsedText }),
  output: v.object({
    device_id: v.string(),
    /**
     * True if the key is revoked: vouchers signed with it wait for the organiser (rule 17), and the
     * device makes a new key.
     */
    revoked: v.optional(v.boolean()),
  }),
})

export const deliver = change('deliver', {
  action: 'award',
  option: 'deliver',
  who: 'player',
  touches: ['user', 'team', 'booth', 'ranking'],
  /**
   * The handler parses the voucher, so that any other text is VOUCHER_INVALID, not INVALID_INPUT.
   */
  input: v.object({ voucher: field.voucher }),
  output: v.object({ award: entity.award, duplicate: v.boolean() }),
})
