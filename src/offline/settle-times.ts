import { call } from '../api/call'
import { CommunicationError } from '../api/errors'
import {
  type Clocks,
  deviceTimeOf,
  estimatedServerTime,
  fetchServerTime,
  type MadeAt,
  readClocks,
} from './clocks'
import { type Blocked, blockedBy } from './drain-scheduler'
import { type EntryTime, idOf, type New, type OutboxEntry, timesOf, withTimes } from './entry'
import type { OutboxStore } from './store'

type SyncedClocks = Clocks & { readonly serverTime: number }

function groupByLife(times: readonly EntryTime[]): EntryTime[][] {
  const lives = new Map<string, EntryTime[]>()
  for (const time of times)
    lives.set(time.made.pageLife, [...(lives.get(time.made.pageLife) ?? []), time])
  const startOf = (life: readonly EntryTime[]) =>
    Math.min(...life.map(({ made }) => deviceTimeOf(made)))
  return [...lives.values()].sort((a, b) => startOf(a) - startOf(b))
}

/**
 * The largest lead of the server's times, as far as known, over the device's timeline (ms);
 * -Infinity if none is known.
 */
function largestLead(
  life: readonly EntryTime[],
  serverTimeOf: (made: MadeAt) => number | null,
): number {
  const offsets = life.flatMap(({ made }) => {
    const time = serverTimeOf(made)
    return time === null ? [] : [time - deviceTimeOf(made)]
  })
  return Math.max(Number.NEGATIVE_INFINITY, ...offsets)
}

/**
 * Computes the server's time (ms) for each of the entries' times that lacks it, by key.
 *
 * All times of one page life get the same offset from the device's timeline, so that no two of its
 * awards move closer together (fault 50). The offset comes from a time of that life for which the
 * server's time is known, else from the current time. It is bounded by the last contact before that
 * life's times and by the current time (fault 32). An offset guessed for one page life is the least
 * that is guessed for later lives, which preserves the distance between them.
 */
export function settledTimes(
  entries: readonly OutboxEntry[],
  now: SyncedClocks,
): ReadonlyMap<string, number> {
  const settled = new Map<string, number>()
  const offsetNow = now.serverTime - now.device
  let floor = Number.NEGATIVE_INFINITY
  for (const life of groupByLife(entries.flatMap(timesOf))) {
    const known = largestLead(life, ({ serverTime }) => serverTime)
    const isCurrent = life[0]?.made.pageLife === now.pageLife
    const leastOffset = largestLead(life, ({ lastContact }) => lastContact)
    const latestTime = Math.max(...life.map(({ made }) => deviceTimeOf(made)))
    const guessed = Math.min(Math.max(offsetNow, leastOffset, floor), now.serverTime - latestTime)
    const isKnown = Number.isFinite(known)
    const offset = isCurrent
      ? Math.max(known, offsetNow, leastOffset)
      : isKnown
        ? Math.max(known, leastOffset)
        : guessed
    if (!isCurrent && !isKnown) floor = Math.max(floor, offset)
    for (const { key, made } of life) {
      const time = Math.max(
        Math.min(now.serverTime, deviceTimeOf(made) + offset),
        made.lastContact ?? Number.NEGATIVE_INFINITY,
      )
      if (made.serverTime === null) settled.set(key, time)
    }
  }
  return settled
}

export interface ToSettle {
  readonly waiting: readonly OutboxEntry[]
  /** All stored entries, if they were just read. */
  readonly stored?: readonly OutboxEntry[]
  /** 'these' leaves all other times open, because the clocks may be wrong. */
  readonly which?: 'all' | 'these'
}

const NO_ANSWER: Blocked = { kind: 'later', silent: true, retryAfterMs: null }

/**
 * Requests the server's time if it is unknown and these entries' times need it. Returns why nothing
 * can be sent if the server does not respond, else null.
 */
export async function learnServerTime(
  waiting: readonly New<OutboxEntry>[],
  clocks: () => Clocks,
  makeCall: typeof call = call,
): Promise<Blocked | null> {
  const { serverTime, pageLife } = clocks()
  const needsServerTime = waiting
    .flatMap(timesOf)
    .some(({ made }) => made.serverTime === null || made.pageLife !== pageLife)
  if (serverTime !== null || !needsServerTime) return null
  try {
    await fetchServerTime(makeCall)
  } catch (error) {
    if (!(error instanceof CommunicationError)) throw error
    return blockedBy(error)
  }
  // If the device slept during the call, its answer tells no time.
  return clocks().serverTime === null ? NO_ANSWER : null
}

/**
 * Settles the times of the waiting entries before the first is sent. Requests the server's time if
 * it is unknown and needed. Stores a server time with every time that lacks one, so that later
 * changes of the device's clock do not matter. Returns why nothing can be sent if the server does
 * not respond, else null. Rejects if storage fails.
 */
export async function settleTimes(
  store: OutboxStore,
  clocks: () => Clocks,
  { waiting, stored, which = 'all' }: ToSettle,
  makeCall: typeof call = call,
): Promise<Blocked | null> {
  const wasKnown = clocks().serverTime !== null
  const blocked = await learnServerTime(waiting, clocks, makeCall)
  if (blocked !== null) return blocked
  const now = clocks()
  const unsettled = waiting.flatMap(timesOf).some(({ made }) => made.serverTime === null)
  if (!unsettled || now.serverTime === null) return null
  // Other entries may have been stored while the server was asked.
  const entries = wasKnown && stored !== undefined ? stored : (await store.read()).entries
  const settled = settledTimes(entries, { ...now, serverTime: now.serverTime })
  const unsettledOnes = entries.filter((entry) =>
    timesOf(entry).some(({ made }) => made.serverTime === null),
  )
  const ids = (which === 'all' ? unsettledOnes : waiting).map(idOf)
  await store.update(ids, (entry) =>
    withTimes(entry, (key, made) => ({
      ...made,
      serverTime: made.serverTime ?? settled.get(key) ?? null,
    })),
  )
  return null
}

/**
 * Settles times from the server's last known time, without contacting it. Leaves times open that
 * cannot be determined.
 */
export async function settleAlone(
  store: OutboxStore,
  waiting: readonly OutboxEntry[],
): Promise<void> {
  const clocks = { ...readClocks(), serverTime: estimatedServerTime() }
  if (clocks.serverTime !== null)
    await settleTimes(store, () => clocks, { waiting, which: 'these' })
}
