/** Validation errors of single fields, as schemas name them; `texts` has their Croatian messages. */
export const FIELD_ISSUES = [
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

export type FieldIssue = (typeof FIELD_ISSUES)[number]

const known: ReadonlySet<string> = new Set(FIELD_ISSUES)

export function isFieldIssue(message: string): message is FieldIssue {
  return known.has(message)
}

/** Checks the name of an issue at compile time; schemas take any string as a message. */
export function issue(name: FieldIssue): FieldIssue {
  return name
}
