import { isJsonObject } from './json-values'

const SHOWN_MAX = 60

/** A value in a form that people recognise in the file. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isJsonObject(value)) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
