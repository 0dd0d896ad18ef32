import type { FastifyRequest } from 'fastify'
import type { CallName } from '#contract/calls'
import { jsonFields } from '#contract/inputs'
import { OLDEST_PROTOCOL, PROTOCOL_HEADER } from '#contract/protocol'
import { findCall } from '#contract/wire'
import { Refusal, TransportRefusal } from '../refusal'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export interface ReadCall {
  readonly name: CallName
  readonly fields: Readonly<Record<string, unknown>>
}

/** Pairs of names and single texts; a name given twice is no proper call. */
function readPairs(source: unknown): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const [name, value] of Object.entries(source ?? {})) {
    if (typeof value !== 'string') throw new TransportRefusal('MALFORMED')
    pairs.set(name, value)
  }
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

/** The caller's own id of this call, for the log; null where there is none. */
export function readFingerprint(query: unknown): string | null {
  const fingerprint = typeof query === 'object' && query !== null && 'fingerprint' in query ? query.fingerprint : undefined
  return typeof fingerprint === 'string' && UUID.test(fingerprint) ? fingerprint : null
}

/** What a request asks for. Throws MALFORMED for what is no proper call, UNKNOWN_ACTION for what the contract lacks. */
export function readCall(request: FastifyRequest): ReadCall {
  if (readFingerprint(request.query) === null) throw new TransportRefusal('MALFORMED')
  const query = readPairs(request.query)
  const body = readPairs(request.body)
  assertProtocol(request.headers[PROTOCOL_HEADER])

  const fields: Record<string, unknown> = Object.fromEntries(body)
  for (const name of ['nfc_id', 'nfc_type']) {
    const value = query.get(name)
    if (value === undefined) delete fields[name]
    else fields[name] = value
  }
  const name = findCall(query.get('action'), query.get('option'), fields)
  if (name === null) throw new Refusal('UNKNOWN_ACTION')
  for (const field of jsonFields(name)) {
    const text = body.get(field)
    if (text !== undefined) fields[field] = parseJson(text)
  }
  return { name, fields }
}
