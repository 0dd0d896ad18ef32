import * as v from 'valibot'
import { currentUser } from '#contract/calls/sign-in'
import { QUEUED_MAX_MS } from '#contract/protocol'
import { elapsedNow, sleepsSoFar } from '#lib/device-sleep'
import { readStored, writeStored } from '#lib/local-storage'
import { knownServerTime } from '#lib/server-clock'
import { call, randomUuid } from '../api/call'
import { recordLedger } from '../api/connection'
import { ApiError } from '../api/errors'

/** The time of a tap on every available clock, because none of them can be trusted alone. */
export const madeSchema = v.object({
  /** The device's clock (ms). It may be wrong, or be changed while the award waits. */
  wall: v.number(),
  /** `performance.now()` (ms), which is monotonic, and the page life in which it was read. */
  forward: v.number(),
  pageLife: v.string(),
  /**
   * The device's timeline (ms), monotonic across page lives (`createDeviceClock`); missing in
   * entries of the first release.
   */
  device: v.optional(v.number()),
  /** The server's time (ms) of the tap; if unknown, null until `settleTimes` stores it. */
  serverTime: v.nullable(v.number()),
  /**
   * The latest server time (ms) known not to be after the tap: the tap's own, if the server's clock
   * is known, else that of the last response.
   */
  lastContact: v.nullable(v.number()),
})

export type MadeAt = v.InferOutput<typeof madeSchema>

export interface Clocks {
  /** `performance.now()` (ms) of this page life. */
  readonly forward: number
  /** The device's timeline (ms), see `createDeviceClock`. */
  readonly device: number
  readonly pageLife: string
  /** The server's time (ms), see `knownServerTime`: known from a response in this page life. */
  readonly serverTime: number | null
}

/**
 * A tap's time on the device's timeline (ms). Entries of the first release have only the device's
 * clock.
 */
export function deviceTimeOf(made: MadeAt): number {
  return made.device ?? made.wall
}

/**
 * Whole ms since an award was made (`queued_ms`), at least 0 (fault 32).
 * - Within one page life: the greater of the monotonic clock's and the server clock's difference.
 * The monotonic clock may stop unnoticed while a phone sleeps, and a slow response makes the server
 * clock run late.
 * - Across page lives: the server clock's difference if both ends are known, else the device
 * timeline's.
 * An award is never older than the last contact with the server before its tap.
 */
export function queuedMs(made: MadeAt, now: Clocks): number {
  const byServer =
    made.serverTime !== null && now.serverTime !== null ? now.serverTime - made.serverTime : null
  const longest = longestPossible(made, now)
  if (made.pageLife === now.pageLife) {
    const byForward = now.forward - made.forward
    return wholeFromZero(Math.max(byForward, Math.min(byServer ?? 0, longest)))
  }
  return wholeFromZero(Math.min(byServer ?? now.device - deviceTimeOf(made), longest))
}

/** Caps at the server's maximum: anything that old is refused as too old, or already recorded. */
function wholeFromZero(ms: number): number {
  return Math.min(QUEUED_MAX_MS, Math.max(0, Math.round(ms)))
}

function longestPossible(made: MadeAt, now: Clocks): number {
  return made.lastContact !== null && now.serverTime !== null
    ? now.serverTime - made.lastContact
    : Number.POSITIVE_INFINITY
}

const KEY = 'geek-device-clock'
const savedSchema = v.object({ wall: v.number(), device: v.number() })

/**
 * A timeline (ms) of one device that never goes back, also from one page life to the next. Within a
 * page life it follows the monotonic clock, so that the time between two awards stays right if the
 * device's clock is changed (fault 50). Between page lives and over a sleep it follows the device's
 * clock, and stands still if that went back. It cannot detect a change of the device's clock while
 * no page is open, nor a change forward, which looks like a sleep: either makes the time between
 * two page lives wrong. `settleTimes` keeps all times between the last contact and the present.
 */
export function createDeviceClock() {
  const readSaved = () => readStored(KEY, savedSchema)
  const start = elapsedNow()
  const saved = readSaved()
  const origin = saved === null ? Date.now() : saved.device + Math.max(0, Date.now() - saved.wall)
  const now = () => origin + elapsedNow() - start
  function save(): void {
    // Another tab may be ahead of this one, and the timeline never goes back.
    const device = Math.max(now(), readSaved()?.device ?? Number.NEGATIVE_INFINITY)
    writeStored(KEY, { wall: Date.now(), device })
  }
  // A tab that opens later shares this timeline.
  save()
  return {
    now,
    /** Stores the current time, so that a later page life continues from it. */
    save,
  }
}

const LAST_CONTACT_KEY = 'geek-last-contact'
/** The server clock's lead over the device's timeline at the last contact (ms). */
const OFFSET_KEY = 'geek-server-offset'
const page = randomUuid()

/** A sleep ends a page life: the times before and after it share no monotonic clock. */
const currentPageLife = () => `${page} ${sleepsSoFar()}`

export const deviceClock = createDeviceClock()

export function readClocks(): Clocks {
  return {
    forward: performance.now(),
    device: deviceClock.now(),
    pageLife: currentPageLife(),
    serverTime: knownServerTime(),
  }
}

const storedNumber = (key: string) => readStored(key, v.number())

/**
 * Stores the time of the last server response, which bounds the age of later awards. Without
 * storage there is no such bound.
 */
export function recordContact(): void {
  deviceClock.save()
  const serverTime = knownServerTime()
  if (serverTime === null) return
  writeStored(LAST_CONTACT_KEY, Math.floor(serverTime))
  writeStored(OFFSET_KEY, Math.round(serverTime - deviceClock.now()))
}

/**
 * The server's time (ms). If unknown, estimates it from the last contact of any page life by the
 * device's timeline; null if there was none.
 */
export function estimatedServerTime(): number | null {
  const offset = storedNumber(OFFSET_KEY)
  return knownServerTime() ?? (offset === null ? null : deviceClock.now() + offset)
}

export function captureClocks(): MadeAt {
  const clocks = readClocks()
  deviceClock.save()
  return {
    ...clocks,
    wall: Date.now(),
    lastContact: clocks.serverTime ?? storedNumber(LAST_CONTACT_KEY),
  }
}

let fetching: Promise<void> | null = null

async function request(makeCall: typeof call): Promise<void> {
  try {
    // Learn the ledger too: the page's own sign-in check may still be unanswered.
    recordLedger(await makeCall(currentUser, {}))
  } catch (error) {
    // A KO response carries the server's time as well.
    if (!(error instanceof ApiError)) throw error
  }
}

/**
 * Makes a call whose response updates the server clock. Concurrent callers share one request.
 * Throws `CommunicationError` if no response of this API came.
 */
export async function fetchServerTime(makeCall: typeof call = call): Promise<void> {
  fetching ??= request(makeCall).finally(() => {
    fetching = null
  })
  await fetching
}
