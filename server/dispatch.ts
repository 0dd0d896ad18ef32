import * as v from 'valibot'
import type { Access } from '#contract/call'
import { type CallName, type CallOutput, definitionOf } from '#contract/calls'
import type { CallContext, Caller, Handler, Handlers } from './call-context'
import * as account from './calls/account'
import * as booth from './calls/booth'
import * as correctAwards from './calls/corrections/awards'
import * as late from './calls/corrections/late'
import * as messages from './calls/corrections/messages'
import * as person from './calls/corrections/person'
import * as reset from './calls/corrections/reset'
import * as results from './calls/corrections/results'
import * as correctTeam from './calls/corrections/team'
import * as exports from './calls/exports'
import * as invitations from './calls/invite-people'
import * as invites from './calls/invites'
import * as organiser from './calls/organiser'
import * as remove from './calls/remove-entry'
import * as scan from './calls/scan'
import * as setup from './calls/setup'
import * as registration from './calls/sign-in/registration'
import * as signIn from './calls/sign-in/sign-in'
import * as team from './calls/team'
import * as voucher from './calls/voucher'
import type { PreparedOutput } from './readings/prepared'
import { faultyFields, Refusal } from './refusal'

/**
 * Handlers by call name. Each file exports its handlers under the calls' names; `Handlers` enforces
 * completeness.
 */
const handlers: Handlers = {
  ...account,
  ...registration,
  ...booth,
  ...correctAwards,
  ...correctTeam,
  ...exports,
  ...invitations,
  ...invites,
  ...late,
  ...messages,
  ...organiser,
  ...person,
  ...remove,
  ...reset,
  ...results,
  ...scan,
  ...setup,
  ...signIn,
  ...team,
  ...voucher,
}

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

/** Calls that report invalid input as `faults` in addition to `fields`. */
const WITH_FAULTS: ReadonlySet<CallName> = new Set(['applyEvent', 'invitePeople'])

function invalidInput(name: CallName, issues: readonly v.BaseIssue<unknown>[]): Refusal {
  const fields = faultyFields(issues)
  const faults = Object.entries(fields).map(([path, message]) => ({ path, message }))
  return new Refusal(
    'INVALID_INPUT',
    WITH_FAULTS.has(name) ? { fields, faults, faults_total: faults.length } : { fields },
  )
}

/** The services passed to every handler. */
type Services = Pick<
  CallContext<Access>,
  'game' | 'readings' | 'limits' | 'push' | 'devices' | 'session'
>

/**
 * Checks one call: access, then input. Throws `Refusal` if either is wrong. Returns a function that
 * runs the handler and throws `Refusal` if a rule refuses the call.
 */
export function prepare(
  name: CallName,
  fields: Readonly<Record<string, unknown>>,
  caller: Caller | null,
): (services: Services) => Promise<CallOutput<CallName> | PreparedOutput> {
  assertAccess(definitionOf(name).who, caller)
  const input = v.safeParse(definitionOf(name).input, fields)
  if (!input.success) throw invalidInput(name, input.issues)
  const { reason } = input.output as { readonly reason?: string }
  const by = { userId: caller?.userId ?? null, reason: reason ?? null }
  // The two checks above prove that name, input and caller belong together; a union of handlers
  // cannot express that.
  const handler = handlers[name] as unknown as Handler<CallName>
  return async (services) =>
    (await handler(input.output as never, { ...services, caller, by } as never)) ?? {}
}
