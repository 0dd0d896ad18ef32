import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withStorageDeadline } from '../../src/offline/store/strict-store'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('faults 46 and 47: an operation of storage', () => {
  test('that answers leaves no timer behind, whether it succeeds or fails', async () => {
    const onTimeout = vi.fn()
    expect(await withStorageDeadline('awards', Promise.resolve(7), onTimeout)).toBe(7)
    await expect(withStorageDeadline('awards', Promise.reject(new Error('lost')), onTimeout)).rejects.toThrow('lost')
    expect(vi.getTimerCount()).toBe(0)
    expect(onTimeout).not.toHaveBeenCalled()
  })

  test('that does not answer is ended after 3 s, and the error says which one', async () => {
    const onTimeout = vi.fn()
    const hanging = withStorageDeadline('awards', new Promise(() => {}), onTimeout)
    const rejected = expect(hanging).rejects.toThrow('awards did not answer within 3000 ms')
    await vi.advanceTimersByTimeAsync(2_999)
    expect(onTimeout).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await rejected
    expect(onTimeout).toHaveBeenCalledTimes(1)
  })
})
