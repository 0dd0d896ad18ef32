import type * as v from 'valibot'
import type { CallName } from './calls'
import { inputs as inputsOfOthers } from './inputs'
import { organiserInputs } from './organiser-inputs'

/** The input of every call. */
export const inputs = { ...inputsOfOthers, ...organiserInputs }

/** Fields with an object or a list, sent as JSON text. */
export function jsonFields(name: CallName): string[] {
  const entries: v.ObjectEntries = inputs[name].entries
  return Object.keys(entries).filter((field) => entries[field]?.type === 'object' || entries[field]?.type === 'array')
}
