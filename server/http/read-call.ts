import { parse } from 'fast-querystring'
import { findCall, jsonFields } from '#contract/calls'
import { OLDEST_PROTOCOL } from '#contract/protocol'
import { QUERY_FIELDS } from '#contract/wire'
import { Refusal, TransportRefusal } from '../refusal'
import { readFingerprint } from './log'

/** Parsed fields. The value of a repeated name is an array. */
export type FormFields = Readonly<Record<string, unknown>>
type SingleFields = Readonly<Record<string, string>>

function isSingle(fields: FormFields): fields is SingleFields {
  for (const name in fields) if (typeof fields[name] !== 'string') return false
  return true
}

/** Throws MALFORMED if a name is repeated. */
function single(fields: FormFields): SingleFields {
  if (!isSingle(fields)) throw new TransportRefusal('MALFORMED')
  return fields
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new TransportRefusal('MALFORMED')
  }
}

function assertProtocol(header: string | string[] | undefined): void {
  if (header === undefined) return
  if (typeof header !== 'string' || !/^\d{1,6}$/.test(header))
    throw new TransportRefusal('MALFORMED')
  if (Number(header) < OLDEST_PROTOCOL) throw new Refusal('CLIENT_TOO_OLD')
}

/**
 * Fault 83: maximum number of fields, far more than any call has. Parsing thousands takes more than
 * 5 ms.
 */
const MAX_FIELDS = 100

function assertFewFields(form: string): void {
  let fields = 1
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1))
    if (++fields > MAX_FIELDS) throw new TransportRefusal('MALFORMED')
}

/** Parses a call. Throws MALFORMED, or UNKNOWN_ACTION if the contract has no such call. */
export function readCall(
  queryFields: FormFields,
  form: string,
  protocol: string | string[] | undefined,
) {
  if (readFingerprint(queryFields) === null) throw new TransportRefusal('MALFORMED')
  const query = single(queryFields)
  assertFewFields(form)
  const body = single(parse(form))
  assertProtocol(protocol)

  // No prototype, like the parser's own objects, so that `__proto__` is an ordinary field.
  const fields: Record<string, unknown> = Object.assign(Object.create(null), body)
  for (const name of QUERY_FIELDS) {
    const value = query[name]
    // An organiser's call may have a tag in its body, like every other field.
    if (value !== undefined) fields[name] = value
    else if (query.action !== 'organiser') delete fields[name]
  }
  const name = findCall(query.action, query.option, fields)
  if (name === null) throw new Refusal('UNKNOWN_ACTION')
  for (const field of jsonFields(name)) {
    const text = body[field]
    if (text !== undefined) fields[field] = parseJson(text)
  }
  return { name, fields }
}
