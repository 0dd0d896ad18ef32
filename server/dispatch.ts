import * as v from 'valibot'
import { type Access, type CallName, type CallOutput, definitionOf } from '#contract/calls'
import { isFieldFault } from '#contract/faults'
import { inputs } from '#contract/inputs'
import { fieldTexts } from '#i18n/errors'
import { handlers } from './actions/handlers'
import type { CallContext, Caller, Handler, SessionPort } from './call-context'
import type { Game } from './game'
import type { PreparedOutput } from './readings/prepared'
import type { Readings } from './readings/readings'
import { Refusal } from './refusal'

/** Checks access: NOT_AUTHENTICATED before FORBIDDEN, and both before the input is validated. */
function assertAccess(who: Access, caller: Caller | null): void {
  if (who === 'anyone') return
  if (caller === null) throw new Refusal('NOT_AUTHENTICATED')
  if (who === 'player' && caller.vendorId !== null) throw new Refusal('FORBIDDEN')
  if (who === 'staff' && caller.vendorId === null) throw new Refusal('FORBIDDEN')
}

/** The field that a fault belongs to: the innermost name, because no screen has a field `user_data`. */
function faultyField(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map((item) => String(item.key))
  return keys.at(-1) ?? 'input'
}

function invalidInput(issues: readonly v.BaseIssue<unknown>[]): Refusal {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const message = isFieldFault(issue.message) ? fieldTexts[issue.message] : fieldTexts.required
    fields[faultyField(issue)] ??= message
  }
  return new Refusal('INVALID_INPUT', { fields })
}

/** Runs one call: access, input, handler. Throws `Refusal` if a rule refuses it. */
export async function dispatch(
  name: CallName,
  fields: Readonly<Record<string, unknown>>,
  around: { readonly game: Game; readonly readings: Readings },
  caller: Caller | null,
  session: SessionPort,
): Promise<CallOutput<CallName> | PreparedOutput> {
  assertAccess(definitionOf(name).who, caller)
  const input = v.safeParse(inputs[name], fields)
  if (!input.success) throw invalidInput(input.issues)
  // The two checks above prove that name, input and caller belong together; a union of handlers cannot express that.
  const handler = handlers[name] as unknown as Handler<CallName>
  const context = { game: around.game, readings: around.readings, caller, session } as CallContext<Access>
  return await handler(input.output as never, context as never)
}
