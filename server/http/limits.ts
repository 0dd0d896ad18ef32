import { TransportRefusal } from '../refusal'
import { type CallLimit, createCallLimit } from './call-limit'

/** Calls of one signed-in account per second. */
const ACCOUNT = { max: 100, windowMs: 1_000 }
/** Calls of one address per minute without a session; a whole venue may share an address. */
const ADDRESS = { max: 1_200, windowMs: 60_000 }
/**
 * Invalid session tokens of one address that are looked up in the database per second. Separate from ADDRESS, so that a flood
 * from a venue's address without sessions does not affect people with one.
 */
const UNPROVEN = { max: 200, windowMs: 1_000 }

export interface Limits {
  readonly account: CallLimit
  readonly address: CallLimit
  readonly unproven: CallLimit
}

/** `clock` must be monotonic, in ms. */
export function createLimits(clock: () => number): Limits {
  const create = (bounds: typeof ACCOUNT) => createCallLimit(bounds, clock)
  return { account: create(ACCOUNT), address: create(ADDRESS), unproven: create(UNPROVEN) }
}

/** Counts a call. Throws TOO_MANY_REQUESTS with the time until the next one is allowed. */
export function count(limit: CallLimit, key: string): void {
  const waitMs = limit.take(key)
  if (waitMs > 0) throw new TransportRefusal('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(waitMs / 1000)))
}
