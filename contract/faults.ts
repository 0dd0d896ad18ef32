/** Errors of single fields. Schemas use these names; `texts` has their Croatian messages. */
export const FIELD_FAULTS = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'mobile_country',
  'nickname',
  'nickname_taken',
  'letters',
  'team_name',
  'emblem',
  'sign_in_id',
  'code',
  'reason',
  'points',
  'oversized',
  'required',
  'invalid',
] as const

export type FieldFault = (typeof FIELD_FAULTS)[number]

const known: ReadonlySet<string> = new Set(FIELD_FAULTS)

export function isFieldFault(message: string): message is FieldFault {
  return known.has(message)
}

/** Checks the name of a fault at compile time; schemas take any string as a message. */
export function fault(name: FieldFault): FieldFault {
  return name
}
