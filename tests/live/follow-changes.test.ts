import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setOutboxDraining } from '../../src/api/connection'
import { knownAt, refreshInterval } from '../../src/api/live-state'
import { oldSince } from '../../src/features/public-ranking/clocks'
import type { DeviceStreamListener } from '../../src/live/device-stream'
import { followChanges, THROTTLED } from '../../src/live/follow-changes'

const stream = vi.hoisted(() => ({ listener: null as DeviceStreamListener | null }))
vi.mock('../../src/live/device-stream', () => ({
  followDeviceStream: (_who: string | null, listener: DeviceStreamListener) => {
    stream.listener = listener
    return () => undefined
  },
}))

/** The screen's data. */
const SHOWN = ['currentUser', 'teamPoints', 'listInvites', 'listVendors', 'ranking'] as const
type Shown = (typeof SHOWN)[number]

const reads = new Map<string, number>()
/** Leaves the screen of each query. */
const leave = new Map<Shown, () => void>()
let isAway = false
let stop: () => void
let client: QueryClient

beforeEach(async () => {
  vi.useFakeTimers()
  // TanStack Query takes Node for a server, where queries have no interval.
  environmentManager.setIsServer(() => false)
  reads.clear()
  isAway = false
  const queries = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }
  client = new QueryClient({ defaultOptions: { queries } })
  for (const name of SHOWN) {
    const queryFn = () => {
      reads.set(name, (reads.get(name) ?? 0) + 1)
      if (isAway) throw new Error('no network')
      return name
    }
    const observer = new QueryObserver(client, { queryKey: [name], queryFn, retry: false })
    leave.set(
      name,
      observer.subscribe(() => undefined),
    )
  }
  stop = followChanges(client, 'ana')
  await vi.advanceTimersByTimeAsync(10)
})
afterEach(() => {
  stop()
  client.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** How often each query was read since the last call of this function. */
function readSince(): Partial<Record<Shown, number>> {
  const result = Object.fromEntries(reads)
  reads.clear()
  return result
}

async function greeted(): Promise<void> {
  stream.listener?.onHello()
  await vi.advanceTimersByTimeAsync(3_100)
}

test('fault 56: after a reconnect all data on the screen is read again once; after the first greeting, all but the event', async () => {
  expect(readSince()).toEqual(Object.fromEntries(SHOWN.map((name) => [name, 1])))
  await greeted()
  const { listVendors: _event, ...lively } = Object.fromEntries(SHOWN.map((name) => [name, 1]))
  expect(readSince()).toEqual(lively)
  await greeted()
  expect(readSince()).toEqual(Object.fromEntries(SHOWN.map((name) => [name, 1])))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(readSince()).toEqual({})
})

/** The time as of which the data of one of the screen's queries is known, in minutes since `start`. */
function minutesKnown(name: Shown, start: number): number {
  const query = client.getQueryCache().find({ queryKey: [name] })
  return query === undefined ? Number.NaN : Math.round((knownAt(query) - start) / 60_000)
}

async function passMinutes(minutes: number, isStreaming: boolean): Promise<void> {
  for (let beat = 0; beat < minutes * 3; beat++) {
    await vi.advanceTimersByTimeAsync(20_000)
    if (isStreaming) stream.listener?.onAlive()
  }
}

test('fault 56: a greeting makes no data current that is not read again before the network is lost', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const start = Date.now()
  await greeted()
  await passMinutes(10, true)
  stream.listener?.onClosed()
  isAway = true
  await passMinutes(60, false)
  expect(SHOWN.map((name) => minutesKnown(name, start))).toEqual(SHOWN.map(() => 10))
  stream.listener?.onHello()
  stream.listener?.onAlive()
  expect(SHOWN.map((name) => minutesKnown(name, start))).toEqual(SHOWN.map(() => 10))
  // The refetch fails, and then there is another beat.
  await passMinutes(1, true)
  expect(SHOWN.map((name) => minutesKnown(name, start))).toEqual(SHOWN.map(() => 10))
})

test('fault 56: data whose refetch fails is not current while the stream is open, nor is data of another screen', async () => {
  const start = Date.now()
  await greeted()
  await passMinutes(10, true)
  leave.get('teamPoints')?.()
  leave.get('listInvites')?.()
  isAway = true
  stream.listener?.onTopics(['ranking', 'team'])
  await passMinutes(10, true)
  const known = SHOWN.map((name) => [name, minutesKnown(name, start)])
  expect(Object.fromEntries(known)).toEqual({
    currentUser: 10,
    teamPoints: 10,
    listInvites: 10,
    listVendors: 20,
    ranking: 10,
  })
  const ranking = client.getQueryCache().find({ queryKey: ['ranking'] })
  const shown = ranking && oldSince(ranking, Date.now(), true)
  expect(Math.round(((shown ?? 0) - start) / 60_000)).toBe(10)
})

test('a change while a read is under way is read afterwards, whether it was announced or came before a greeting', async () => {
  let awards = 'before'
  let asked = 0
  /** A slow network: the answer is as old as its request. */
  const queryFn = async () => {
    asked++
    const answer = awards
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return answer
  }
  await greeted()
  const observer = new QueryObserver(client, { queryKey: ['listAwards'], queryFn })
  observer.subscribe(() => undefined)
  awards = 'announced'
  stream.listener?.onTopics(['booth'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([observer.getCurrentResult().data, asked]).toEqual(['announced', 2])

  // This read starts before the greeting, and ends before the greeting makes all screens read again.
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  void observer.refetch()
  awards = 'before the greeting'
  stream.listener?.onHello()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(observer.getCurrentResult().data).toBe('before the greeting')
})

test('a query that failed after the stream reported a change is retried later, though the stream is open', async () => {
  await greeted()
  let answer = 'before'
  const queryFn = vi.fn(() => Promise.resolve(answer))
  const query = {
    queryKey: ['listAwards'],
    queryFn,
    retry: false,
    refetchInterval: refreshInterval(true),
  }
  const observer = new QueryObserver(client, query)
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
  answer = 'after'
  queryFn.mockRejectedValueOnce(new Error('the server has too much to do'))
  stream.listener?.onTopics(['booth'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(observer.getCurrentResult().data).toBe('after')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryFn).toHaveBeenCalledTimes(3)
})

test('a change while a screen is being prepared is read when the screen opens', async () => {
  await greeted()
  const query = {
    queryKey: ['teamPoints', 'prepared'],
    queryFn: () => new Promise((resolve) => setTimeout(resolve, 5_000, 'points')),
  }
  void client.prefetchQuery(query)
  stream.listener?.onTopics(['team'])
  await vi.advanceTimersByTimeAsync(5_100)
  expect(client.getQueryState(query.queryKey)).toMatchObject({
    data: 'points',
    isInvalidated: true,
  })
})

test('awards of other teams refetch the public ranking at once, but a team’s own rank only seldom', async () => {
  await greeted()
  await vi.advanceTimersByTimeAsync(20_000)
  readSince()
  for (let second = 0; second < 30; second++) {
    stream.listener?.onTopics(['ranking'])
    await vi.advanceTimersByTimeAsync(1_000)
  }
  const { ranking = 0, ...others } = readSince()
  expect(ranking).toBe(30)
  expect(Object.keys(others).every((name) => THROTTLED.has(name as Shown))).toBe(true)
  for (const count of Object.values(others)) expect(count).toBeLessThanOrEqual(3)
})

test('a team whose place is uncovered reads it at once; data that everybody reads is refetched at random delays', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  await greeted()
  readSince()
  stream.listener?.onTopics(['team', 'ranking', 'event'])
  await vi.advanceTimersByTimeAsync(100)
  expect(readSince()).toEqual({ ranking: 1, teamPoints: 1 })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(readSince()).toMatchObject({ listVendors: 1 })
  // A change of all topics concerns everybody, so its reads are delayed too.
  stream.listener?.onTopics(['user', 'team', 'invites', 'event'])
  await vi.advanceTimersByTimeAsync(100)
  expect(readSince()).toEqual({})
})

test('a screen is read again only once after a drain, no matter how many batches it has', async () => {
  let reads = 0
  const queryFn = async () => ++reads
  new QueryObserver(client, { queryKey: ['listAwards'], queryFn }).subscribe(() => undefined)
  await greeted()
  reads = 0
  setOutboxDraining(true)
  for (let batch = 0; batch < 13; batch++) {
    stream.listener?.onTopics(['booth'])
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(reads).toBe(0)
  setOutboxDraining(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reads).toBe(1)
  stream.listener?.onTopics(['booth'])
  await vi.advanceTimersByTimeAsync(100)
  expect(reads).toBe(2)
})
