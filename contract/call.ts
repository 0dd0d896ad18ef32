import type * as v from 'valibot'
import type { Topic } from './topics'

/** Who may make a call: `player` and `staff` are signed in, without and with a booth; an organiser is neither. */
export type Access = 'anyone' | 'signed-in' | 'player' | 'staff' | 'organiser'

type Fields = Readonly<Record<string, unknown>>
type Schema = v.ObjectSchema<v.ObjectEntries, undefined>

interface Definition {
  /** That of the value that the definition is exported as. */
  readonly name: string
  readonly action: string
  readonly option?: string
  /** Distinguishes calls with the same action and option. */
  readonly when?: (fields: Fields) => boolean
  readonly who: Access
  /** The bucket that it counts in without a session, if not that of the address; all but `ranking` count there with one too. */
  readonly bucket?: 'register' | 'requestCode' | 'signIn' | 'ranking'
  readonly input: Schema
  /** The fields of OK besides status and server_time. */
  readonly output: Schema
}

/** May be repeated freely. */
export interface Read extends Definition {
  readonly effect: 'read'
}

/** Is made once per request of the user. */
export interface Change extends Definition {
  readonly effect: 'change'
  /** The topics that it touches: the server tells them to whom they concern, and the page rereads them after its own changes. */
  readonly touches: readonly Topic[]
  /** Those of them that concern others only, and not who makes the call. */
  readonly ofOthers?: readonly Topic[]
}

export type Call = Read | Change

/** What the caller passes. */
export type Input<C extends Call> = v.InferInput<C['input']>
/** What the handler receives: parsed and normalised. */
export type Parsed<C extends Call> = v.InferOutput<C['input']>
export type Output<C extends Call> = v.InferOutput<C['output']>
