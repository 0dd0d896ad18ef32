import type { Call, Input, Output, Parsed } from './call'
import * as organiser from './calls/organiser'
import * as setup from './calls/setup'
import * as voucher from './calls/voucher'
import { gameCalls } from './game-calls'

type OrganiserCall = keyof typeof organiser | keyof typeof setup

/**
 * All API calls by name. The page imports calls one by one from `calls/`, so that each screen loads
 * only its own.
 */
export const calls = { ...gameCalls, ...voucher, ...organiser, ...setup } as const satisfies {
  /** Checks that each call is exported under its own name. */
  readonly [N in keyof typeof gameCalls | keyof typeof voucher | OrganiserCall]: Call & {
    readonly name: N
  }
}

type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = Input<Calls[N]>
export type ParsedInput<N extends CallName> = Parsed<Calls[N]>
export type CallOutput<N extends CallName> = Output<Calls[N]>
export type AccessOf<N extends CallName> = Calls[N]['who']
export type ReadName = { [N in CallName]: Calls[N]['effect'] extends 'read' ? N : never }[CallName]
export type ChangeName = Exclude<CallName, ReadName>
export type GameRead = Extract<ReadName, keyof typeof gameCalls>

export const CALL_NAMES = Object.keys(calls) as readonly CallName[]

/** A call's definition without its specific types, for code that treats all calls alike. */
export function definitionOf(name: CallName): Call {
  return calls[name]
}

const addressOf = (action = '', option = '') => `${action} ${option}`

/** Indexed once, because every request looks up its call. */
const byAddress = new Map<string, CallName[]>()
const jsonFieldsOf = new Map<CallName, readonly string[]>()
for (const name of CALL_NAMES) {
  const { action, option, input } = definitionOf(name)
  const address = addressOf(action, option)
  byAddress.set(address, [...(byAddress.get(address) ?? []), name])
  const isJson = (field: string) =>
    ['object', 'array', 'custom'].includes(input.entries[field]?.type ?? '')
  jsonFieldsOf.set(name, Object.keys(input.entries).filter(isJson))
}

/** Finds the requested call; null if there is none (UNKNOWN_ACTION). */
export function findCall(
  action: string | undefined,
  option: string | undefined,
  fields: Readonly<Record<string, unknown>>,
): CallName | null {
  return (
    byAddress
      .get(addressOf(action, option))
      ?.find((name) => definitionOf(name).when?.(fields) ?? true) ?? null
  )
}

/** Returns the fields whose value is an object or a list, which is sent as JSON text. */
export function jsonFields(name: CallName): readonly string[] {
  return jsonFieldsOf.get(name) ?? []
}
