import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentUser } from '#contract/calls/sign-in'
import { serverReachable, setServerReachable } from '../../src/api/connection'
import { CommunicationError } from '../../src/api/errors'
import { createOutboxCalls } from '../../src/offline/outbox-calls'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  setServerReachable(true)
})

/** The time limit of every call (ms). */
const CALL_MS = 15_000

/** Calls that hang until the test answers them with `answer`. */
function callsThatHang() {
  let answer = () => {}
  const calls = createOutboxCalls(
    (_definition, _input, signal) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new CommunicationError('no answer'))
        signal?.addEventListener('abort', fail)
        setTimeout(fail, CALL_MS)
        answer = () => resolve({} as never)
      }),
  )
  /** Resolves with the time that the call took (ms). */
  async function time(): Promise<number> {
    const startedAt = performance.now()
    await calls.call(currentUser, {}).catch(() => undefined)
    return performance.now() - startedAt
  }
  return { ...calls, time, answer: () => answer() }
}

test('fault 22: a hanging call is ended after 8 s; for slow networks the next one gets 15 s', async () => {
  const { time } = callsThatHang()
  for (const [took, isReached] of [
    [8_000, false],
    [CALL_MS, true],
    [8_000, false],
  ] as const) {
    setServerReachable(true)
    const done = time()
    await vi.advanceTimersByTimeAsync(CALL_MS)
    expect([await done, serverReachable.get()]).toEqual([took, isReached])
  }
})

test('fault 22: a call begun before the network’s return is ended 3 s later, and says nothing about the new connection', async () => {
  const { time, onReturn } = callsThatHang()
  const done = time()
  await vi.advanceTimersByTimeAsync(2_000)
  onReturn()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([await done, serverReachable.get()]).toEqual([5_000, true])
  // The next call is ended after 8 s; the one after that runs to the limit of any call.
  for (const took of [8_000, CALL_MS]) {
    const next = time()
    onReturn()
    await vi.advanceTimersByTimeAsync(CALL_MS)
    expect(await next).toBe(took)
  }
})

test('fault 22: even a call that began long ago is ended within 10 s of the network’s return', async () => {
  const { time, onReturn } = callsThatHang()
  for (const before of [0, 7_000, 10_000, 14_000]) {
    const first = time()
    await vi.advanceTimersByTimeAsync(8_000)
    await first
    const done = time()
    await vi.advanceTimersByTimeAsync(before)
    onReturn()
    await vi.advanceTimersByTimeAsync(CALL_MS)
    expect((await done) - before).toBeLessThan(10_000)
    const last = time()
    await vi.advanceTimersByTimeAsync(CALL_MS)
    await last
  }
})

test('a call that is answered in time is not ended, and the next call has the same limit', async () => {
  const { call, answer, time } = callsThatHang()
  const answered = call(currentUser, {})
  await vi.advanceTimersByTimeAsync(7_999)
  answer()
  expect(await answered).toEqual({})
  const done = time()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await done).toBe(8_000)
})

test('fault 22: calls that are ended together count as one slow answer', async () => {
  const { time, onReturn } = callsThatHang()
  const both = [time(), time()]
  await vi.advanceTimersByTimeAsync(8_000)
  await Promise.all(both)
  const next = time()
  onReturn()
  await vi.advanceTimersByTimeAsync(CALL_MS)
  expect(await next).toBe(8_000)
})

test.each([
  ['slept', () => vi.setSystemTime(Date.now() + 60_000)],
  ['stopped the page', () => vi.spyOn(performance, 'now').mockReturnValue(60_000)],
])(
  'fault 95: a call that is ended because the device %s does not count as a slow answer',
  async (_how, stop) => {
    const { time, onReturn } = callsThatHang()
    const done = time()
    await vi.advanceTimersByTimeAsync(7_000)
    stop()
    await vi.advanceTimersByTimeAsync(1_000)
    await done
    vi.restoreAllMocks()
    expect(serverReachable.get()).toBe(true)
    const next = time()
    await vi.advanceTimersByTimeAsync(1_000)
    onReturn()
    await vi.advanceTimersByTimeAsync(CALL_MS)
    expect(await next).toBe(4_000)
  },
)
