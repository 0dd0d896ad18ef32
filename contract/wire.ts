import type { Call, Input } from './call'

/** Fields sent in the query string; all others are sent in the body. */
export const QUERY_FIELDS = ['nfc_id', 'nfc_type'] as const

const inQuery: ReadonlySet<string> = new Set(QUERY_FIELDS)

export interface EncodedCall {
  /** Pairs for the query string, without the fingerprint. */
  readonly query: [string, string][]
  readonly body: [string, string][]
}

/**
 * Encodes a call for the wire: leaves out undefined values and writes objects and lists as JSON
 * text.
 */
export function encodeCall<C extends Call>({ action, option }: C, input: Input<C>): EncodedCall {
  const query: [string, string][] = [['action', action]]
  if (option !== undefined) query.push(['option', option])
  const body: [string, string][] = []
  for (const [field, value] of Object.entries<unknown>(input)) {
    if (value === undefined) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (inQuery.has(field)) query.push([field, text])
    else body.push([field, text])
  }
  return { query, body }
}
