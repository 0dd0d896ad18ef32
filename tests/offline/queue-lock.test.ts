import { describe, expect, test, vi } from 'vitest'
import { withQueueLock } from '../../src/offline/queue/queue-lock'

const FROZEN_MS = 25_000

/** Locks that another page holds until they are stolen, or that are free. */
function locksThatAre(held: boolean) {
  const asked: LockOptions[] = []
  const request = async (_name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
    asked.push(options)
    return await work(held && options.steal !== true ? null : { name: '', mode: 'exclusive' })
  }
  // Only the overload with options is used.
  return { asked, locks: { request: request as LockManager['request'] } }
}

describe('the lock of a drain', () => {
  test('runs the work once if no other page drains', async () => {
    const work = vi.fn(async () => 'done')
    const { asked, locks } = locksThatAre(false)
    expect(await withQueueLock('lock', { locks, now: () => 10 * FROZEN_MS }, () => 0, work)).toBe('done')
    expect([work.mock.calls.length, asked]).toEqual([1, [{ ifAvailable: true }]])
  })

  test.each([
    ['has just spoken', 100_000, 100_000, false],
    ['spoke a moment less than 25 s ago', 100_000 + FROZEN_MS - 1, 100_000, false],
    ['has been silent for 25 s', 100_000 + FROZEN_MS, 100_000, true],
  ])('fault 8: is taken from a page only where that one is frozen: it %s', async (_what, now, heard, taken) => {
    const work = vi.fn(async () => 'done')
    const { asked, locks } = locksThatAre(true)
    expect(await withQueueLock('lock', { locks, now: () => now }, () => heard, work)).toBe(taken ? 'done' : 'busy')
    expect(work).toHaveBeenCalledTimes(taken ? 1 : 0)
    expect(asked).toEqual(taken ? [{ ifAvailable: true }, { steal: true }] : [{ ifAvailable: true }])
  })

  test('is never taken where tabs say nothing to each other', async () => {
    const work = vi.fn(async () => 'done')
    const { locks } = locksThatAre(true)
    expect(await withQueueLock('lock', { locks, now: () => 10 * FROZEN_MS }, () => null, work)).toBe('busy')
    expect(work).not.toHaveBeenCalled()
  })

  test('is not there without Web Locks, and every page drains', async () => {
    const work = vi.fn(async () => 'done')
    expect(await withQueueLock('lock', { locks: null, now: () => 0 }, () => 0, work)).toBe('done')
    expect(work).toHaveBeenCalledTimes(1)
  })
})
