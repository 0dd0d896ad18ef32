import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamListener } from '../../src/live/device-stream'
import { CALMLY_READ, followChanges } from '../../src/live/follow-changes'

const stream = vi.hoisted(() => ({ listener: null as StreamListener | null }))
vi.mock('../../src/live/device-stream', () => ({
  followDeviceStream: (_who: string | null, listener: StreamListener) => {
    stream.listener = listener
    return () => undefined
  },
}))

/** What the screen shows. */
const SHOWN = ['currentUser', 'teamPoints', 'listInvites', 'listVendors', 'ranking'] as const
type Shown = (typeof SHOWN)[number]

const reads = new Map<string, number>()
let stop: () => void
let client: QueryClient

beforeEach(async () => {
  vi.useFakeTimers()
  reads.clear()
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  for (const name of SHOWN) {
    const queryFn = () => {
      reads.set(name, (reads.get(name) ?? 0) + 1)
      return name
    }
    new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => undefined)
  }
  stop = followChanges(client, 'ana')
  await vi.advanceTimersByTimeAsync(10)
})
afterEach(() => {
  stop()
  client.clear()
  vi.useRealTimers()
})

/** How often each was read since the last call. */
function readSince(): Partial<Record<Shown, number>> {
  const result = Object.fromEntries(reads)
  reads.clear()
  return result
}

async function greeted(): Promise<void> {
  stream.listener?.onHello()
  await vi.advanceTimersByTimeAsync(3_100)
}

test('fault 56: after a reconnect everything on the screen is read again, once, and the event only then', async () => {
  expect(readSince()).toEqual(Object.fromEntries(SHOWN.map((name) => [name, 1])))
  await greeted()
  const { listVendors: _event, ...lively } = Object.fromEntries(SHOWN.map((name) => [name, 1]))
  expect(readSince()).toEqual(lively)
  await greeted()
  expect(readSince()).toEqual(Object.fromEntries(SHOWN.map((name) => [name, 1])))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(readSince()).toEqual({})
})

test('what was read after the greeting is not read again because of it', async () => {
  await greeted()
  readSince()
  stream.listener?.onHello()
  await vi.advanceTimersByTimeAsync(1)
  await client.refetchQueries({ queryKey: ['teamPoints'] })
  await vi.advanceTimersByTimeAsync(3_100)
  expect(readSince().teamPoints).toBe(1)
})

test('others’ awards move the public ranking at once, and the own rank seldom', async () => {
  await greeted()
  await vi.advanceTimersByTimeAsync(20_000)
  readSince()
  for (let second = 0; second < 30; second++) {
    stream.listener?.onTopics(['ranking'])
    await vi.advanceTimersByTimeAsync(1_000)
  }
  const { ranking = 0, ...others } = readSince()
  expect(ranking).toBe(30)
  expect(Object.keys(others).every((name) => CALMLY_READ.has(name as Shown))).toBe(true)
  for (const count of Object.values(others)) expect(count).toBeLessThanOrEqual(3)
})
