import { TransportRefusal } from '../refusal'
import { type Bounds, type CallLimit, createCallLimit } from './call-limit'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The rate limits, per account or per address. A whole venue may share one address. */
const BOUNDS = {
  /** Calls of one account. */
  account: { max: 100, windowMs: SECOND },
  /** Calls of one address without a session, unless they have a bucket of their own; invalid calls too. */
  address: { max: 1_200, windowMs: MINUTE },
  // Buckets of their own, so that a flood of one kind of call from an address leaves its other people the other kinds.
  register: { max: 1_200, windowMs: MINUTE },
  requestCode: { max: 1_200, windowMs: MINUTE },
  signIn: { max: 1_200, windowMs: MINUTE },
  /** Wrong codes, except the first try of each code: at a venue's door many people mistype. */
  wrongCodes: { max: 100, windowMs: MINUTE },
  /** Served from memory, and polled by each phone that shows it. */
  ranking: { max: 6_000, windowMs: MINUTE },
  /** Public streams that one address opens: after a restart of the server a hall of 5,000 phones comes back, some of them twice. */
  stream: { max: 10_000, windowMs: MINUTE },
  /**
   * Lookups of invalid sessions in the database by one address. Separate, so that a flood without sessions from a venue's
   * address does not lock out its users who have one.
   */
  unproven: { max: 200, windowMs: SECOND },
  /** Unknown tag ids that one account may send, because the ids of hidden bonus tags must not be guessed. */
  tagGuesses: { max: 30, windowMs: MINUTE },
  /** Teams that one account may create, because a disbanded team stays in the database for the ledger. */
  teamsFounded: { max: 10, windowMs: HOUR },
  /** Keys that one account may register: a phone has one, and makes another only where it was lost or revoked. */
  devicesRegistered: { max: 50, windowMs: HOUR },
  /** Copies that a revoked device signed and one account delivers: each waits for the organiser, whose list a thief could fill. */
  doubtfulCopies: { max: 60, windowMs: HOUR },
} as const satisfies Record<string, Bounds>

export type Limits = { readonly [Bucket in keyof typeof BOUNDS]: CallLimit }

/** `clock` must be monotonic, in ms. */
export function createLimits(clock: () => number = () => performance.now()): Limits {
  const limits = Object.entries(BOUNDS).map(([bucket, bounds]) => [bucket, createCallLimit(bounds, clock)])
  // `Object.fromEntries` loses which buckets there are.
  return Object.fromEntries(limits) as Limits
}

export function tooManyRequests(waitMs: number): TransportRefusal {
  return new TransportRefusal('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(waitMs / 1000)))
}

/** Throws TOO_MANY_REQUESTS if the time to wait (ms) is not 0. */
export function refuseIf(waitMs: number): void {
  if (waitMs > 0) throw tooManyRequests(waitMs)
}

/** Counts a call, or as many as it is worth. Throws TOO_MANY_REQUESTS with the time to wait if it is over the limit. */
export function count(limit: CallLimit, key: string, calls = 1): void {
  refuseIf(limit.take(key, calls))
}

/**
 * Runs work that counts only with some outcomes: `counts` gets the thrown error, or null. It is counted before the work, so that
 * parallel calls are limited too, and given back after it.
 */
export async function countIf<T>(
  counts: (threw: unknown) => boolean,
  limit: CallLimit,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  count(limit, key)
  let threw: unknown = null
  try {
    return await work()
  } catch (reason) {
    threw = reason
    throw reason
  } finally {
    if (!counts(threw)) limit.giveBack(key)
  }
}
