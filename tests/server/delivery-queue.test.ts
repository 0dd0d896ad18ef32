import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Delivery } from '#server/push/deliver'
import { createDeliveryQueue } from '#server/push/delivery-queue'

const NOTICE = { title: '+25 bodova', body: 'Vukovi: Pobjeda', path: '/player', tag: 'points' }
const deviceAt = (endpoint: string) => ({ endpoint, p256dh: 'x', auth: 'x' })
const PHONE = deviceAt('https://push.example.com/1')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue before push services that give these answers, the last of them for ever; with the times (s) of the tries at each. */
function queueThat(...answers: readonly Delivery[]) {
  const begun = performance.now()
  const tries: string[] = []
  const gone: string[] = []
  const queue = createDeliveryQueue({
    deliver: async ({ endpoint }) => {
      tries.push(`${endpoint.slice(-1)} at ${Math.floor((performance.now() - begun) / 1000)}`)
      return answers[Math.min(tries.length, answers.length) - 1] ?? { is: 'delivered' }
    },
    onGone: async ({ endpoint }) => void gone.push(endpoint),
  })
  return { queue, tries, gone }
}

const later = (afterMs: number | null): Delivery => ({ is: 'later', afterMs })

test('a push service that is away is asked again, later each time, and at most four times', async () => {
  const { queue, tries } = queueThat(later(null))
  queue.add(PHONE, NOTICE)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(tries).toHaveLength(4)
  const [first = 0, second = 0, third = 0, fourth = 0] = tries.map((one) => Number(one.split(' at ')[1]))
  expect([first, second <= 2, third - second >= 3, fourth - third >= 15]).toEqual([0, true, true, true])
})

test('a push service that says how long to wait is left alone until then, by other notices too', async () => {
  const { queue, tries } = queueThat(later(30_000), { is: 'delivered' })
  queue.add(PHONE, NOTICE)
  await vi.advanceTimersByTimeAsync(1_000)
  queue.add(deviceAt('https://push.example.com/2'), NOTICE)
  queue.add(deviceAt('https://other.example.com/3'), NOTICE)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries[0]).toBe('1 at 0')
  expect(tries[1]).toBe('3 at 1')
  expect(tries.slice(2).sort()).toEqual(['1 at 30', '2 at 30'])
})

test('a notice that would come too late is dropped, and so is one that the push service refuses', async () => {
  for (const answer of [later(600_000), { is: 'failed' } as const]) {
    const { queue, tries } = queueThat(answer)
    queue.add(PHONE, NOTICE)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(tries).toHaveLength(1)
  }
})

test('a subscription that is gone is handed back once, also after another try', async () => {
  const { queue, tries, gone } = queueThat(later(null), { is: 'gone' })
  queue.add(PHONE, NOTICE)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([tries.length, gone]).toEqual([2, [PHONE.endpoint]])
})

test('nothing is sent any more once it is closed', async () => {
  const { queue, tries } = queueThat(later(null))
  queue.add(PHONE, NOTICE)
  await vi.advanceTimersByTimeAsync(10)
  queue.close()
  queue.add(PHONE, NOTICE)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(tries).toHaveLength(1)
})
