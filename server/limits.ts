import ipaddr from 'ipaddr.js'
import { Refusal, TransportRefusal } from './refusal'

interface Bounds {
  readonly max: number
  readonly windowMs: number
}

interface CountedWindow {
  calls: number
  endsAt: number
}

/** Maximum number of keys in each of two generations. */
const KEYS_MAX = 20_000

export type CallLimit = ReturnType<typeof createCallLimit>

/**
 * Creates a rate limit that counts each key's calls in windows of time. Keeps the keys in two
 * generations, because finding the oldest key of a large Map is slow. When the younger generation
 * is full, discards the older one, except for keys over their limit. Only `max` calls bring a key
 * over its limit, so nobody can fill the memory with such keys, nor reset an address's count by
 * calling from many other addresses. `clock` must be monotonic, in ms.
 */
export function createCallLimit({ max, windowMs }: Bounds, clock: () => number) {
  let younger = new Map<string, CountedWindow>()
  let older = new Map<string, CountedWindow>()

  function startGeneration(now: number): void {
    const limited = [...older].filter(
      ([key, window]) => window.calls >= max && window.endsAt > now && !younger.has(key),
    )
    older = younger
    younger = new Map(limited)
  }

  return {
    /**
     * Counts a call, or several (at most `max`). Returns 0 if it is allowed, else the ms until the
     * window ends.
     */
    take(key: string, calls = 1): number {
      const now = clock()
      const window = younger.get(key) ?? older.get(key)
      if (window === undefined || window.endsAt <= now) {
        if (younger.size >= KEYS_MAX) startGeneration(now)
        younger.set(key, { calls, endsAt: now + windowMs })
        return 0
      }
      if (window.calls + calls > max) return window.endsAt - now
      window.calls += calls
      return 0
    },
    /** Returns what `take` would return, without counting. */
    wait(key: string): number {
      const window = younger.get(key) ?? older.get(key)
      return window === undefined || window.calls < max ? 0 : Math.max(0, window.endsAt - clock())
    },
    /** Takes back a counted call. */
    giveBack(key: string): void {
      const window = younger.get(key) ?? older.get(key)
      if (window !== undefined && window.calls > 0) window.calls--
    },
  }
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The rate limits, per account or per address. A whole venue may share one address. */
const BOUNDS = {
  /** Calls of one account. */
  account: { max: 100, windowMs: SECOND },
  /**
   * Calls from one address without a session, including invalid calls, except those with a bucket
   * of their own.
   */
  address: { max: 1_200, windowMs: MINUTE },
  // Separate buckets, so that a flood of one kind of call from an address leaves the other kinds to
  // other people at that address.
  register: { max: 1_200, windowMs: MINUTE },
  requestCode: { max: 1_200, windowMs: MINUTE },
  signIn: { max: 1_200, windowMs: MINUTE },
  /** Wrong codes, except the first try of each code: at a venue's door many people mistype. */
  wrongCodes: { max: 300, windowMs: MINUTE },
  /** Calls of the ranking, which is served from memory and polled by each phone that shows it. */
  ranking: { max: 6_000, windowMs: MINUTE },
  /**
   * Public streams opened by one address: after a server restart a hall of 5,000 phones reconnects,
   * some of them twice.
   */
  stream: { max: 10_000, windowMs: MINUTE },
  /**
   * Database look-ups of invalid sessions sent from one address. Separate, so that a flood of calls
   * with made-up sessions from a venue's address does not lock out the venue's signed-in users.
   */
  unproven: { max: 200, windowMs: SECOND },
  /**
   * Unknown tag ids that one account may send, because the ids of hidden bonus tags must not be
   * guessed.
   */
  tagGuesses: { max: 60, windowMs: MINUTE },
  /**
   * Teams that one account may create: limited, because a disbanded team stays in the database for
   * the ledger.
   */
  teamsFounded: { max: 60, windowMs: HOUR },
  /**
   * Keys that one account may register: a phone has one, and makes another only if it was lost or
   * revoked.
   */
  devicesRegistered: { max: 50, windowMs: HOUR },
  /**
   * Copies signed by revoked devices or former staff that one account may deliver: each waits for
   * the organiser, and a thief could flood the list.
   */
  doubtfulCopies: { max: 60, windowMs: HOUR },
} as const satisfies Record<string, Bounds>

export type Limits = { readonly [Bucket in keyof typeof BOUNDS]: CallLimit }

/** `clock` must be monotonic, in ms. */
export function createLimits(clock: () => number = () => performance.now()): Limits {
  const limits = Object.entries(BOUNDS).map(([bucket, bounds]) => [
    bucket,
    createCallLimit(bounds, clock),
  ])
  // `Object.fromEntries` loses the bucket names' types.
  return Object.fromEntries(limits) as Limits
}

export function tooManyRequests(waitMs: number): TransportRefusal {
  return new TransportRefusal('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(waitMs / 1000)))
}

/** Throws TOO_MANY_REQUESTS if the time to wait (ms) is not 0. */
export function refuseIf(waitMs: number): void {
  if (waitMs > 0) throw tooManyRequests(waitMs)
}

/** Counts a call, or several. Throws TOO_MANY_REQUESTS with the time to wait if over the limit. */
export function count(limit: CallLimit, key: string, calls = 1): void {
  refuseIf(limit.take(key, calls))
}

/**
 * Runs work that counts only for some outcomes: `counts` receives the thrown error, or null. Counts
 * before the work, so that parallel calls are limited too, and afterwards takes the count back if
 * the outcome does not count.
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

/** Groups of 16 bits that identify a network: one household or phone gets a whole /64. */
const NETWORK_GROUPS = 4
/** Longer than any address; longer proxy input is cut. */
const ADDRESS_MAX = 64

/** The key under which an address is counted: the address itself, for IPv6 its /64. */
export function addressKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address.slice(0, ADDRESS_MAX)
  // Turns an IPv4 address that is written as IPv6 into plain IPv4.
  const plain = ipaddr.process(address)
  if (plain instanceof ipaddr.IPv4) return plain.toString()
  const network = plain.parts.slice(0, NETWORK_GROUPS)
  return network.map((group) => group.toString(16)).join(':')
}

/**
 * Runs work that looks up a tag by an id that the caller sent. After too many unknown ids the
 * caller must wait.
 */
export function countGuesses<T>(
  limits: Limits,
  { userId }: { readonly userId: string },
  work: () => Promise<T>,
): Promise<T> {
  const isGuess = (threw: unknown) => threw instanceof Refusal && threw.code === 'TAG_NOT_FOUND'
  return countIf(isGuess, limits.tagGuesses, userId, work)
}
