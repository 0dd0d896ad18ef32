import * as v from 'valibot'
import type { Call, Output } from './call'
import { cooldown, instant } from './entities'
import { eventChange, eventFault } from './event'

/** The fields a KO may have besides message and code. */
export const koDetails = v.object({
  /** INVALID_INPUT: a Croatian message per field. */
  fields: v.optional(v.record(v.string(), v.string())),
  /** COOLDOWN: the cooldowns that forbid the award. */
  cooldowns: v.optional(v.array(cooldown)),
  /** TOO_MANY_ATTEMPTS: whole seconds until the next attempt. */
  retry_seconds: v.optional(v.number()),
  /** INVALID_CODE: wrong codes still allowed, if this browser requested the code. */
  tries_left: v.optional(v.number()),
  /** INVALID_INPUT of an event: its faults, or the first of them with the total. */
  faults: v.optional(v.array(eventFault)),
  faults_total: v.optional(v.number()),
  /** CONFIRM_NEEDED: what would change. */
  changes: v.optional(v.array(eventChange)),
})
export type KoDetails = v.InferOutput<typeof koDetails>

const ko = v.object({
  status: v.literal('KO'),
  message: v.string(),
  /** A string and not a union: an installed app may be older than the server's newest code. */
  code: v.string(),
  server_time: instant,
  ...koDetails.entries,
})
export type Ko = v.InferOutput<typeof ko>

const ok = v.object({ status: v.literal('OK'), server_time: instant })

export type ParsedAnswer<C extends Call> =
  | { readonly kind: 'ok'; readonly serverTime: string; readonly output: Output<C> }
  | { readonly kind: 'refused'; readonly serverTime: string; readonly ko: Ko }
  | { readonly kind: 'unreadable' }

/** Parses a response body. Anything that does not fit the contract, such as a captive portal's page, is `unreadable`. */
export function parseAnswer<C extends Call>(call: C, body: unknown): ParsedAnswer<C> {
  const refused = v.safeParse(ko, body)
  if (refused.success)
    return { kind: 'refused', serverTime: refused.output.server_time, ko: refused.output }
  const accepted = v.safeParse(ok, body)
  if (!accepted.success) return { kind: 'unreadable' }
  const output = v.safeParse(call.output, body)
  if (!output.success) return { kind: 'unreadable' }
  // TypeScript cannot infer that the schema of C yields C's output.
  return {
    kind: 'ok',
    serverTime: accepted.output.server_time,
    output: output.output as Output<C>,
  }
}
