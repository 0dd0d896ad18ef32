import { TransportRefusal } from '../refusal'
import { type CallLimit, createCallLimit } from './call-limit'

/** Calls of one signed-in account in a second. */
const ACCOUNT = { max: 100, windowMs: 1_000 }
/** Calls of one address in a minute without a session: a whole venue may share one. */
const ADDRESS = { max: 1_200, windowMs: 60_000 }
/**
 * Sessions that one address may have looked up in the database in a second and that turn out to be none. Apart from
 * ADDRESS, so that who floods a venue's address without a session keeps nobody out who has one.
 */
const UNPROVEN = { max: 200, windowMs: 1_000 }

export interface Limits {
  readonly account: CallLimit
  readonly address: CallLimit
  readonly unproven: CallLimit
}

/** `clock` only goes forward, in ms. */
export function createLimits(clock: () => number): Limits {
  const create = (bounds: typeof ACCOUNT) => createCallLimit(bounds, clock)
  return { account: create(ACCOUNT), address: create(ADDRESS), unproven: create(UNPROVEN) }
}

/** Counts a call; throws TOO_MANY_REQUESTS with the time until the next may come. */
export function count(limit: CallLimit, key: string): void {
  const waitMs = limit.take(key)
  if (waitMs > 0) throw new TransportRefusal('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(waitMs / 1000)))
}
