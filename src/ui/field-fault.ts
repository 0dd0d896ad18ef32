import * as v from 'valibot'
import { isFieldFault } from '#contract/faults'
import { fieldText, fieldTexts } from '#texts/fields'

// Not in text-field.tsx: the sign-in screen would load the texts of all fields.

/** The error of a value by the contract's schema of its field; undefined if it is valid. */
export function fieldFault(schema: v.GenericSchema, value: string): string | undefined {
  const result = v.safeParse(schema, value)
  if (result.success) return undefined
  const { message, input } = result.issues[0]
  return isFieldFault(message) ? fieldText(message, input) : fieldTexts.required
}
