/** What can be wrong with one field. A schema names the fault; `src/i18n` gives it Croatian words. */
export const FIELD_FAULTS = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'nickname',
  'nickname_taken',
  'team_name',
  'sign_in_id',
  'code',
  'required',
  'invalid',
] as const

export type FieldFault = (typeof FIELD_FAULTS)[number]

const known: ReadonlySet<string> = new Set(FIELD_FAULTS)

export function isFieldFault(message: string): message is FieldFault {
  return known.has(message)
}

/** Types a schema's message as a fault, so that a misspelt one does not compile. */
export function fault(name: FieldFault): FieldFault {
  return name
}
