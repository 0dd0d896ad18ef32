import * as v from 'valibot'
import { isFieldFault } from '#contract/faults'
import { fieldText, fieldTexts } from '#texts/fields'

// Apart from the field, for which the sign-in needs no texts of other fields.

/** What is wrong with a value by the contract's schema of its field; undefined if nothing is. */
export function fieldFault(schema: v.GenericSchema, value: string): string | undefined {
  const result = v.safeParse(schema, value)
  if (result.success) return undefined
  const { message, input } = result.issues[0]
  return isFieldFault(message) ? fieldText(message, input) : fieldTexts.required
}
