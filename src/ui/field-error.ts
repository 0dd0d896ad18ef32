import * as v from 'valibot'
import { isFieldIssue } from '#contract/field-issues'
import { fieldText, fieldTexts } from '#texts/fields'

// Separate from text-field.tsx, so that the sign-in screen does not load the texts of all fields.

/** The error of a value under its field's schema; undefined if valid. */
export function fieldError(schema: v.GenericSchema, value: string): string | undefined {
  const result = v.safeParse(schema, value)
  if (result.success) return undefined
  const { message, input } = result.issues[0]
  return isFieldIssue(message) ? fieldText(message, input) : fieldTexts.required
}
