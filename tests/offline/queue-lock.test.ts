import { describe, expect, test, vi } from 'vitest'
import { withQueueLock } from '../../src/offline/tabs'
import { createFakeLocks } from './fake-locks'

const FROZEN_MS = 25_000

/** Locks of which another page holds this one until it is stolen. */
function heldLocks() {
  const locks = createFakeLocks().of()
  locks.request('geek-outbox-drain', { ifAvailable: true }, () => new Promise(() => {})).catch(() => undefined)
  return locks
}

describe('the lock of a drain', () => {
  test.each([
    ['if no other page drains', createFakeLocks().of()],
    ['without Web Locks, where every page drains', null],
  ])('runs the work once %s', async (_what, locks) => {
    const work = vi.fn(async () => 'done')
    expect(await withQueueLock({ locks, now: () => 10 * FROZEN_MS }, () => 0, work)).toBe('done')
    expect(work).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['has just spoken', 100_000, false],
    ['spoke a moment less than 25 s ago', 100_000 - FROZEN_MS + 1, false],
    ['has been silent for 25 s', 100_000 - FROZEN_MS, true],
  ])('fault 8: is taken from a page only where that one is known to be frozen: it %s', async (_what, heard, taken) => {
    const work = vi.fn(async () => 'done')
    const world = { locks: heldLocks(), now: () => 100_000 }
    expect(await withQueueLock(world, () => heard, work)).toBe(taken ? 'done' : 'busy')
    expect(work).toHaveBeenCalledTimes(taken ? 1 : 0)
  })
})
