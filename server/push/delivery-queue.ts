import type { Notice } from '#contract/notice'
import type { Delivery, Subscription } from './deliver'

const AT_ONCE = 8
/** Notices that wait; more are dropped, because they would come too late to be news. */
const MOST_WAITING = 5_000
/** Tries of one notice, and how long the first of them is apart (ms); each next one takes four times as long. */
const MOST_TRIES = 4
const FIRST_RETRY_MS = 2_000
const RETRY_FACTOR = 4
/** A push service that asks for a longer break (ms) is not waited for: the notice would come too late. */
const LONGEST_BREAK_MS = 5 * 60_000

interface Queued {
  readonly to: Subscription
  readonly notice: Notice
  readonly tries: number
}

export interface DeliveryQueue {
  add(to: Subscription, notice: Notice): void
  /** Forgets what waits. */
  close(): void
}

interface Options {
  readonly deliver: (to: Subscription, notice: Notice) => Promise<Delivery>
  /** Called for a subscription that its push service no longer knows. */
  readonly onGone: (to: Subscription) => Promise<void>
}

/** Sends notices, a few at once, and again where a push service is busy or away. Nothing is kept over a restart. */
export function createDeliveryQueue({ deliver, onGone }: Options): DeliveryQueue {
  const waiting: Queued[] = []
  /** Notices that wait for another try, until each one's timer. */
  const resting = new Map<Queued, NodeJS.Timeout>()
  /** Until when a push service wants to be left alone (ms, monotonic), by its origin. */
  const breaks = new Map<string, number>()
  let underWay = 0
  let closed = false

  function rest(queued: Queued, ms: number): void {
    if (closed || waiting.length + resting.size >= MOST_WAITING) return
    const wake = () => {
      resting.delete(queued)
      waiting.push(queued)
      work()
    }
    resting.set(queued, setTimeout(wake, ms).unref())
  }

  function tryAgain({ to, notice, tries }: Queued, askedMs: number | null): void {
    if (tries + 1 >= MOST_TRIES || (askedMs ?? 0) > LONGEST_BREAK_MS) return
    if (askedMs !== null) breaks.set(new URL(to.endpoint).origin, performance.now() + askedMs)
    const backoff = FIRST_RETRY_MS * RETRY_FACTOR ** tries
    // Half of it at random, so that thousands do not come back at once.
    rest({ to, notice, tries: tries + 1 }, Math.max(askedMs ?? 0, backoff * (0.5 + Math.random() / 2)))
  }

  async function send(queued: Queued): Promise<void> {
    const { to, notice } = queued
    const breakMs = (breaks.get(new URL(to.endpoint).origin) ?? 0) - performance.now()
    if (breakMs > 0) return rest(queued, breakMs)
    const delivery = await deliver(to, notice)
    if (delivery.is === 'gone') await onGone(to)
    if (delivery.is === 'later') tryAgain(queued, delivery.afterMs)
  }

  function work(): void {
    while (underWay < AT_ONCE) {
      const next = waiting.shift()
      if (next === undefined) return
      underWay++
      void send(next)
        // The database is away: the notice is lost, what it is about is not.
        .catch(() => undefined)
        .finally(() => {
          underWay--
          work()
        })
    }
  }

  return {
    add(to, notice) {
      if (closed || waiting.length + resting.size >= MOST_WAITING) return
      waiting.push({ to, notice, tries: 0 })
      work()
    },
    close() {
      closed = true
      waiting.length = 0
      for (const timer of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
