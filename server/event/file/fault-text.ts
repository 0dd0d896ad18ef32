import type * as v from 'valibot'
import { type FieldFault, isFieldFault } from '#contract/faults'
import { isJsonObject } from './json-values'

const FIELD_TEXTS: Partial<Record<FieldFault, string>> = {
  first_name: 'is no first name (1 to 60 characters)',
  last_name: 'is no last name (1 to 60 characters)',
  email: 'is no e-mail address',
  mobile: 'is no mobile number',
  nickname: 'is no nickname (2 to 24 characters)',
}

const SHOWN_MAX = 60

/** A value in a form that people recognise in the file. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isJsonObject(value)) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}

function placeOf(path: readonly { readonly key: unknown }[]): string {
  let place = ''
  for (const { key } of path) {
    if (typeof key === 'number') place += `[${key}]`
    else if (/^\w+$/.test(String(key))) place += place === '' ? String(key) : `.${String(key)}`
    else place += `[${JSON.stringify(key)}]`
  }
  return place === '' ? 'the file' : place
}

/** A schema issue as a line with its place: `vendors[0].staff[1].mobile: "12" is no mobile number`. */
export function faultText(issue: v.BaseIssue<unknown>): string {
  const place = placeOf((issue.path ?? []).map((item) => ({ key: item.key })))
  if (issue.input === undefined) return `${place}: is missing`
  // The key itself is not allowed here, so its value does not matter.
  if (issue.type === 'never') return `${place}: ${issue.message}`
  const says = isFieldFault(issue.message) ? (FIELD_TEXTS[issue.message] ?? 'is not valid') : issue.message
  return `${place}: ${quoted(issue.input)} ${says}`
}
