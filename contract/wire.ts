import { type CallName, definitionOf, QUERY_FIELDS } from './calls'
import type { CallInput } from './inputs'

const inQuery: ReadonlySet<string> = new Set(QUERY_FIELDS)

export interface EncodedCall {
  /** Pairs for the query string, without the fingerprint. */
  readonly query: readonly [string, string][]
  readonly body: readonly [string, string][]
}

/** Encodes a call for the wire: undefined is left out, objects and lists become JSON text. */
export function encodeCall<N extends CallName>(name: N, input: CallInput<N>): EncodedCall {
  const { action, option } = definitionOf(name)
  const query: [string, string][] = [['action', action]]
  if (option !== undefined) query.push(['option', option])
  const body: [string, string][] = []
  for (const [field, value] of Object.entries(input)) {
    if (value === undefined) continue
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (inQuery.has(field)) query.push([field, text])
    else body.push([field, text])
  }
  return { query, body }
}
