import * as v from 'valibot'
import type { Topic } from './topics'

/** Access to a call: `player` and `staff` are signed in, without and with a booth; an organiser is neither. */
export type Access = 'anyone' | 'signed-in' | 'player' | 'staff' | 'organiser'

type Fields = Readonly<Record<string, unknown>>
type Schema = v.ObjectSchema<v.ObjectEntries, undefined>

const nothing = v.object({})
type Nothing = typeof nothing

/**
 * The definition of a call. Without `input` the call takes nothing; without `output` it returns
 * nothing.
 */
interface Parts<A extends Access, I extends Schema, O extends Schema> {
  readonly action: string
  readonly option?: string
  /** Distinguishes calls with the same action and option. */
  readonly when?: (fields: Fields) => boolean
  readonly who: A
  /**
   * The rate limit that counts this call by IP address, by default `address`. A call with a session
   * is not counted, unless its limit is `register`, `requestCode` or `signIn`.
   */
  readonly bucket?: 'register' | 'requestCode' | 'signIn' | 'ranking'
  readonly input?: I
  /** The fields of OK besides status and server_time. */
  readonly output?: O
}

interface Touches {
  /**
   * Topics that the call changes: the server notifies the people concerned, and the page refetches
   * them after its own changes.
   */
  readonly touches: readonly Topic[]
  /** Touched topics that concern only other people, not the caller. */
  readonly othersOnly?: readonly Topic[]
}

interface Definition<N extends string, A extends Access, I extends Schema, O extends Schema>
  extends Parts<A, I, O> {
  /** The name under which the definition is exported. */
  readonly name: N
  readonly input: I
  readonly output: O
}

/** A call without effects; it may be repeated freely. */
export interface Read<
  N extends string = string,
  A extends Access = Access,
  I extends Schema = Schema,
  O extends Schema = Schema,
> extends Definition<N, A, I, O> {
  readonly effect: 'read'
}

/** A call that changes something; it is sent once per user action. */
export interface Change<
  N extends string = string,
  A extends Access = Access,
  I extends Schema = Schema,
  O extends Schema = Schema,
> extends Definition<N, A, I, O>,
    Touches {
  readonly effect: 'change'
}

export type Call = Read | Change

// Both functions are marked as free of side effects, so that bundles drop unused calls. Their casts
// are safe, because a missing `input` or `output` has the type of `nothing`.

/** @__NO_SIDE_EFFECTS__ */
export function read<
  const N extends string,
  A extends Access,
  I extends Schema = Nothing,
  O extends Schema = Nothing,
>(name: N, parts: Parts<A, I, O>): Read<N, A, I, O> {
  const { input = nothing as Schema as I, output = nothing as Schema as O } = parts
  return { ...parts, name, effect: 'read', input, output }
}

/** @__NO_SIDE_EFFECTS__ */
export function change<
  const N extends string,
  A extends Access,
  I extends Schema = Nothing,
  O extends Schema = Nothing,
>(name: N, parts: Parts<A, I, O> & Partial<Touches>): Change<N, A, I, O> {
  const { input = nothing as Schema as I, output = nothing as Schema as O, touches = [] } = parts
  return { ...parts, name, effect: 'change', input, output, touches }
}

/** The caller's arguments. */
export type Input<C extends Call> = v.InferInput<C['input']>
/** The handler's arguments, parsed and normalised. */
export type Parsed<C extends Call> = v.InferOutput<C['input']>
export type Output<C extends Call> = v.InferOutput<C['output']>
