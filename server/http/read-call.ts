import { parse } from 'fast-querystring'
import { findCall, jsonFields } from '#contract/calls'
import { OLDEST_PROTOCOL } from '#contract/protocol'
import { QUERY_FIELDS } from '#contract/wire'
import { Refusal, TransportRefusal } from '../refusal'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Parsed names with their values; a repeated name has an array. */
export type Pairs = Readonly<Record<string, unknown>>
type SinglePairs = Readonly<Record<string, string>>

/** The pairs of a URL's query string. */
export function readQuery(url: string): Pairs {
  const start = url.indexOf('?')
  return start === -1 ? {} : parse(url.slice(start + 1))
}

function isSingle(pairs: Pairs): pairs is SinglePairs {
  for (const name in pairs) if (typeof pairs[name] !== 'string') return false
  return true
}

/** A repeated name makes a call malformed. */
function single(pairs: Pairs): SinglePairs {
  if (!isSingle(pairs)) throw new TransportRefusal('MALFORMED')
  return pairs
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
  if (typeof header !== 'string' || !/^\d{1,6}$/.test(header)) throw new TransportRefusal('MALFORMED')
  if (Number(header) < OLDEST_PROTOCOL) throw new Refusal('CLIENT_TOO_OLD')
}

/** The fingerprint for the log; null if there is none. */
export function readFingerprint(query: Pairs): string | null {
  const { fingerprint } = query
  return typeof fingerprint === 'string' && UUID.test(fingerprint) ? fingerprint : null
}

/** Parses a call. Throws MALFORMED, or UNKNOWN_ACTION if the contract has no such call. */
export function readCall(queryPairs: Pairs, form: string, protocol: string | string[] | undefined) {
  if (readFingerprint(queryPairs) === null) throw new TransportRefusal('MALFORMED')
  const query = single(queryPairs)
  const body = single(parse(form))
  assertProtocol(protocol)

  // Without a prototype, like the parser's own: `__proto__` is an ordinary field.
  const fields: Record<string, unknown> = Object.assign(Object.create(null), body)
  for (const name of QUERY_FIELDS) {
    const value = query[name]
    if (value === undefined) delete fields[name]
    else fields[name] = value
  }
  const name = findCall(query.action, query.option, fields)
  if (name === null) throw new Refusal('UNKNOWN_ACTION')
  for (const field of jsonFields(name)) {
    const text = body[field]
    if (text !== undefined) fields[field] = parseJson(text)
  }
  return { name, fields }
}
