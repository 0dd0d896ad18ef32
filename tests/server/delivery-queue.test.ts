import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Delivery } from '#server/push/deliver'
import {
  createDeliveryQueue,
  type PushNotice,
  type PushRecipient,
} from '#server/push/delivery-queue'
import { createNoticeLimit } from '#server/push/push-service'
import { createClock } from '../support/clock'

const noticeOf = (kind: PushNotice['kind'], subject: string, title = subject): PushNotice => ({
  kind,
  subject,
  title,
  body: 'Vukovi: Pobjeda',
  path: '/player',
})
const NOTICE = noticeOf('points', 'points')
const deviceOf = (user_id: string, endpoint: string): PushRecipient => ({
  user_id,
  endpoint,
  p256dh: 'x',
  auth: 'x',
})
/** A phone whose owner has no other phone. */
const deviceAt = (endpoint: string) => deviceOf(endpoint, endpoint)
const PHONE = deviceAt('https://push.example.com/1')
const HOUR = 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Sent {
  readonly endpoint: string
  readonly title: string
  /** The time at which its attempt began and, if delivered, ended (s). */
  readonly begun: number
  readonly delivered: number | null
}

/** A queue in front of push services that answer as `answer` says. */
function queueBefore(
  answer: (to: PushRecipient, tried: number) => Delivery | null | Promise<Delivery | null>,
) {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const sent: Sent[] = []
  const gone: string[] = []
  const queue = createDeliveryQueue({
    async deliver(to, { title }) {
      const index =
        sent.push({ endpoint: to.endpoint, title, begun: seconds(), delivered: null }) - 1
      const delivery = await answer(to, index)
      const own = sent[index]
      if (own !== undefined && delivery?.kind === 'delivered')
        sent[index] = { ...own, delivered: seconds() }
      return delivery
    },
    onGone: async ({ endpoint }) => void gone.push(endpoint),
  })
  /** The attempts as "device at second". */
  const tries = () =>
    sent.map(({ endpoint, begun }) => `${endpoint.slice(-1)} at ${Math.floor(begun)}`)
  return { queue, sent, gone, tries }
}

/** A queue whose push service gives these answers in turn, and repeats the last one. */
const queueThat = (...answers: readonly Delivery[]) =>
  queueBefore((_, tried) => answers[Math.min(tried, answers.length - 1)] ?? { kind: 'delivered' })

const later = (afterMs: number | null): Delivery => ({ kind: 'later', afterMs })
const answerIn = (ms: number, delivery: Delivery) =>
  new Promise<Delivery>((resolve) => void setTimeout(() => resolve(delivery), ms))

/** Hosts named "dead…" time out after 10 s; all others answer in 100 ms. */
const someDead = ({ endpoint }: PushRecipient) =>
  endpoint.startsWith('https://dead')
    ? answerIn(10_000, later(null))
    : answerIn(100, { kind: 'delivered' })

const people = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`)
const phones = (count: number) =>
  people(count, 'phone').map((name) => deviceOf(name, `https://push.example.com/${name}`))

test('an unreachable push service is asked again at growing intervals, at most four times', async () => {
  const { queue, sent } = queueThat(later(null))
  queue.add(PHONE, NOTICE)
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(sent).toHaveLength(4)
  const [first = 0, second = 0, third = 0, fourth = 0] = sent.map(({ begun }) => begun)
  expect([first, second <= 2, third - second >= 3, fourth - third >= 15]).toEqual([
    0,
    true,
    true,
    true,
  ])
})

test('fault 65: a subscription that has to wait holds back only its own notices, old and new', async () => {
  const { queue, tries } = queueBefore((_, tried) =>
    tried === 0 ? later(30_000) : { kind: 'delivered' },
  )
  const at = (number: number) => deviceAt(`https://push.example.com/${number}`)
  queue.add(at(1), NOTICE)
  queue.add(at(1), noticeOf('answer', 'answer'))
  for (const number of [2, 3]) queue.add(at(number), NOTICE)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries()).toEqual(['1 at 0', '2 at 0', '3 at 0', '1 at 30', '1 at 30'])
})

test('fault 65: phones of two people at a host that never answers hold up nobody, even with endless notices', async () => {
  const { queue, sent } = queueBefore(someDead)
  const flooders = people(2, 'flooder')
  for (let round = 0; round < 186; round++) {
    for (const user of flooders) {
      for (const name of people(10, user))
        queue.add(deviceOf(user, `https://dead.example/${name}`), noticeOf('answer', `${round}`))
    }
    await vi.advanceTimersByTimeAsync(80)
  }
  const message = noticeOf('message', 'message')
  const sentAt = 186 * 0.08
  for (const phone of phones(200)) queue.add(phone, message)
  await vi.advanceTimersByTimeAsync(HOUR)
  const times = sent.flatMap(({ delivered }) => delivered ?? []).map((at) => at - sentAt)
  expect(times).toHaveLength(200)
  expect(Math.max(...times)).toBeLessThan(2)
})

test('fault 65: a host that answers keeps its share, no matter how many hosts never answer', async () => {
  const { queue, sent } = queueBefore(someDead)
  const [first, ...others] = phones(101)
  if (first === undefined) throw new Error('no phone')
  queue.add(first, NOTICE)
  await vi.advanceTimersByTimeAsync(1_000)
  for (const user of people(50, 'hostile')) {
    for (const host of people(10, user))
      queue.add(deviceOf(user, `https://dead.${host}.example/x`), NOTICE)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  for (const phone of others) queue.add(phone, NOTICE)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent.filter(({ delivered }) => delivered !== null)).toHaveLength(101)
  expect(sent.length).toBeLessThan(150)
})

test('fault 65: phones at hosts that never answer do not hold up a phone that was never tried before', async () => {
  const { queue, sent } = queueBefore(someDead)
  for (const user of people(2, 'hostile')) {
    for (const host of people(10, user))
      queue.add(deviceOf(user, `https://dead.${host}.example/x`), NOTICE)
  }
  queue.add(PHONE, NOTICE)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent.map(({ delivered }) => delivered).filter((at) => at !== null)).toEqual([0.1])
})

test('fault 65: people at one push service are served in turn, no matter how many notices some get', async () => {
  const { queue, sent } = queueBefore(someDead)
  for (const user of people(10, 'flooded')) {
    for (const name of people(10, user)) {
      for (const subject of people(6, 'x'))
        queue.add(deviceOf(user, `https://push.example.com/${name}`), noticeOf('request', subject))
    }
  }
  for (const phone of phones(100)) queue.add(phone, NOTICE)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(
    sent.filter(({ endpoint, delivered }) => endpoint.includes('phone') && delivered !== null),
  ).toHaveLength(100)
})

test('fault 65: a newer notice replaces a waiting one of the same subject, and organiser’s messages go first', async () => {
  const { queue, sent } = queueThat(later(30_000), { kind: 'delivered' })
  queue.add(PHONE, noticeOf('points', 'points', '+1'))
  for (const notice of [
    noticeOf('request', 'ana', 'Ana'),
    noticeOf('points', 'points', '+2'),
    noticeOf('request', 'ivo', 'Ivo'),
    noticeOf('points', 'points', '+3'),
    noticeOf('message', '1', 'Ručak'),
    noticeOf('message', '2', 'Finale'),
  ])
    queue.add(PHONE, notice)
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(sent.map(({ title }) => title)).toEqual(['+1', 'Ručak', 'Finale', 'Ana', '+3', 'Ivo'])
})

test('fault 65: a subscription’s waiting notices are limited: the oldest are dropped, but no organiser’s message', async () => {
  const { queue, sent } = queueBefore((_, tried) =>
    tried < 1 ? answerIn(1_000, { kind: 'delivered' }) : { kind: 'delivered' },
  )
  queue.add(PHONE, NOTICE)
  for (const title of people(70, 'm')) queue.add(PHONE, noticeOf('message', title))
  for (const title of people(70, 'r')) queue.add(PHONE, noticeOf('request', title))
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(sent.map(({ title }) => title)).toEqual([
    NOTICE.title,
    ...people(70, 'm'),
    ...people(70, 'r').slice(10),
  ])
})

test('fault 65: a person gets at most 6 notices a minute and 30 an hour, but all organiser’s messages', () => {
  const clock = createClock()
  const mayNotify = createNoticeLimit(clock.now)
  const allowed = (count: number) =>
    Array.from({ length: count }, () => mayNotify('ana', noticeOf('points', 'points'))).filter(
      Boolean,
    ).length
  expect(allowed(5)).toBe(5)
  clock.advance(59_000)
  // The limits apply to any 60 seconds and any 60 minutes, not to the clock's minutes and hours.
  expect([allowed(9), allowed(9)]).toEqual([1, 0])
  expect([mayNotify('ana', noticeOf('message', '1')), mayNotify('ivo', NOTICE)]).toEqual([
    true,
    true,
  ])
  clock.advance(1_000)
  expect(allowed(9)).toBe(5)
  let inTheHour = 11
  for (let minute = 0; minute < 10; minute++) {
    clock.advance(60_000)
    inTheHour += allowed(9)
  }
  expect(inTheHour).toBe(30)
  clock.advance(HOUR)
  expect(allowed(9)).toBe(6)
  // The same notice to another device, or at another attempt, does not count again.
  expect(mayNotify('ivo', NOTICE)).toBe(true)
})

test('fault 65: a captain is notified of the same player’s requests only once in ten minutes', () => {
  const clock = createClock()
  const mayNotify = createNoticeLimit(clock.now)
  const asks = (player: string) => mayNotify('captain', noticeOf('request', player))
  expect([asks('ana'), asks('ana'), asks('ivo')]).toEqual([true, false, true])
  clock.advance(599_999)
  expect(asks('ana')).toBe(false)
  clock.advance(1)
  expect(asks('ana')).toBe(true)
})

test('a notice that would come too late is dropped, and so is one that the push service refuses', async () => {
  for (const answer of [later(600_000), { kind: 'failed' } as const]) {
    const { queue, sent } = queueThat(answer)
    queue.add(PHONE, NOTICE)
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(sent).toHaveLength(1)
  }
})

test('a subscription that is gone is reported once, even if an earlier try failed otherwise', async () => {
  const { queue, sent, gone } = queueThat(later(null), { kind: 'gone' })
  queue.add(PHONE, NOTICE)
  await vi.advanceTimersByTimeAsync(HOUR)
  expect([sent.length, gone]).toEqual([2, [PHONE.endpoint]])
})
