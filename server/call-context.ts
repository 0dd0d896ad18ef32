import type { Access } from '#contract/call'
import type { AccessOf, CallName, CallOutput, ParsedInput } from '#contract/calls'
import type { By } from './audit'
import type { BoothDevices } from './booth-devices'
import type { Game } from './game'
import type { Limits } from './limits'
import type { PushService } from './push/push-service'
import type { PreparedOutput } from './readings/prepared'
import type { Readings } from './readings/readings'

/** The caller: the account of a valid session. */
export interface Caller {
  readonly userId: string
  readonly vendorId: string | null
  /** An organiser is neither player nor staff. */
  readonly organiser: boolean
}

interface CallerByAccess {
  anyone: Caller | null
  'signed-in': Caller
  player: Caller & { readonly vendorId: null }
  staff: Caller & { readonly vendorId: string }
  organiser: Caller & { readonly vendorId: null; readonly organiser: true }
}

/**
 * The session cookie of one call, and the known facts about the browser and the address from which
 * the call came.
 */
export interface SessionPort {
  /** The token that was sent, valid or not. */
  readonly token: string | null
  readonly address: string
  /** The key under which the rate limits count the address. */
  readonly addressKey: string
  /** The token that the browser got when it requested a code; null if it sent none. */
  readonly requestToken: string | null
  readonly userAgent: string
  issue(token: string): void
  issueRequest(token: string): void
  clear(): void
}

export interface CallContext<A extends Access> {
  readonly game: Game
  readonly readings: Readings
  readonly limits: Limits
  readonly push: PushService
  readonly devices: BoothDevices
  readonly caller: CallerByAccess[A]
  /** The author for the audit trail, with the reason given. */
  readonly by: By
  readonly session: SessionPort
}

/** A call without output fields returns nothing. */
type NoFields<N extends CallName> = keyof CallOutput<N> extends never ? Promise<void> : never

/** Returns the output fields, as an object or as prepared JSON. */
export type Handler<N extends CallName> = (
  input: ParsedInput<N>,
  context: CallContext<AccessOf<N>>,
) => Promise<CallOutput<N> | PreparedOutput> | NoFields<N>

/** The handler of a correction. Commands and tests run it without a call, and send no notices. */
export type Correction<N extends CallName> = (
  input: ParsedInput<N>,
  context: {
    readonly game: Pick<Game, 'db' | 'now'>
    readonly by: By
    readonly push?: PushService
  },
) => Promise<CallOutput<N>> | NoFields<N>

/** One handler per call: a call without a handler does not compile. */
export type Handlers = { readonly [N in CallName]: Handler<N> }
