import { addCalls, type CallName, calls, definitionOf } from './calls'
import { organiserCalls } from './organiser-calls'

addCalls(organiserCalls)

/** Every call of the API. Only the server and tests know all of them. */
export const CALL_NAMES = [...Object.keys(calls), ...Object.keys(organiserCalls)] as readonly CallName[]

/** Finds the call that a request is for; null if there is none (UNKNOWN_ACTION). */
export function findCall(
  action: string | undefined,
  option: string | undefined,
  fields: Readonly<Record<string, unknown>>,
): CallName | null {
  for (const name of CALL_NAMES) {
    const definition = definitionOf(name)
    if (definition.action !== action || (definition.option ?? '') !== (option ?? '')) continue
    if (definition.when === undefined || definition.when(fields)) return name
  }
  return null
}
