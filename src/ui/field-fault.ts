import * as v from 'valibot'
import { isFieldFault } from '#contract/faults'
import { fieldText, fieldTexts } from '#texts/fields'

// Separate from text-field.tsx, so that the sign-in screen does not load the texts of all fields.

/** The error of a value under its field's schema; undefined if valid. */
export function fieldFault(schema: v.GenericSchema, value: string): string | undefined {
  const result = v.safeParse(schema, value)
  if (result.success) return undefined
  const { message, input } = result.issues[0]
  return isFieldFault(message) ? fieldText(message, input) : fieldTexts.required
}
