import * as v from 'valibot'
import type { Access } from '#contract/call'
import { type CallName, type CallOutput, definitionOf } from '#contract/calls'
import type { CallContext, Caller, Handler } from './call-context'
import { handlers } from './calls/handlers'
import type { PreparedOutput } from './readings/prepared'
import { faultyFields, Refusal } from './refusal'

function mayCall(who: Exclude<Access, 'anyone'>, { vendorId, organiser }: Caller): boolean {
  switch (who) {
    case 'signed-in':
      return true
    case 'player':
      return vendorId === null && !organiser
    case 'staff':
      return vendorId !== null && !organiser
    case 'organiser':
      return organiser
  }
}

/** Checks access: NOT_AUTHENTICATED before FORBIDDEN, and both before the input is validated. */
function assertAccess(who: Access, caller: Caller | null): void {
  if (who === 'anyone') return
  if (caller === null) throw new Refusal('NOT_AUTHENTICATED')
  if (!mayCall(who, caller)) throw new Refusal('FORBIDDEN')
}

/** Of these calls whatever is wrong comes as `faults`. */
const WITH_FAULTS: ReadonlySet<CallName> = new Set(['applyEvent', 'invitePeople'])

function invalidInput(name: CallName, issues: readonly v.BaseIssue<unknown>[]): Refusal {
  const fields = faultyFields(issues)
  const faults = Object.entries(fields).map(([path, message]) => ({ path, message }))
  return new Refusal('INVALID_INPUT', WITH_FAULTS.has(name) ? { fields, faults } : { fields })
}

/** What a handler gets besides its input. */
type Around = Pick<CallContext<Access>, 'game' | 'readings' | 'limits' | 'push' | 'devices' | 'session'>

/**
 * Checks one call: access, then input. Throws `Refusal` if either is wrong. The returned function runs the handler, which throws
 * `Refusal` if a rule refuses it.
 */
export function prepare(
  name: CallName,
  fields: Readonly<Record<string, unknown>>,
  caller: Caller | null,
): (around: Around) => Promise<CallOutput<CallName> | PreparedOutput> {
  assertAccess(definitionOf(name).who, caller)
  const input = v.safeParse(definitionOf(name).input, fields)
  if (!input.success) throw invalidInput(name, input.issues)
  // The two checks above prove that name, input and caller belong together; a union of handlers cannot express that.
  const handler = handlers[name] as unknown as Handler<CallName>
  return (around) => handler(input.output as never, { ...around, caller } as never)
}
