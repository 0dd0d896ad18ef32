import type { Notice } from '#contract/notice'
import type { Delivery, Subscription } from './deliver'

/** A subscription and its owner. */
export interface PushRecipient extends Subscription {
  readonly user_id: string
}

export interface PushNotice extends Omit<Notice, 'tag'> {
  readonly kind: 'points' | 'request' | 'answer' | 'message'
  /** A newer notice of the same kind and subject replaces a waiting notice. */
  readonly subject: string
  /** Checked before each attempt; a notice that is no longer true is dropped. */
  readonly isStillTrue?: () => Promise<boolean>
}

/**
 * Maximum attempts per notice, and the pause (ms) after the first; each further pause is four times
 * as long.
 */
const MAX_ATTEMPTS = 4
const FIRST_PAUSE_MS = 2_000
const PAUSE_FACTOR = 4
/** Drop a notice if the push service requests a longer pause (ms): it would come too late. */
const LONGEST_PAUSE_MS = 5 * 60_000
/**
 * Maximum waiting notices per subscription; organisers' messages are neither counted nor dropped.
 */
const MAX_WAITING = 60
/**
 * Maximum concurrent deliveries: per person, to a prompt host, to a slow host, and to all slow
 * hosts together.
 */
const PER_PERSON = 2
const PER_PROMPT_HOST = 16
const PER_SLOW_HOST = 4
const TO_SLOW_HOSTS = 16
/**
 * A host is prompt if its last answer took at most this long (ms). A host that has never answered
 * is not prompt.
 */
const PROMPT_MS = 2_000

interface QueuedNotice {
  readonly to: PushRecipient
  readonly notice: PushNotice
  readonly attempts: number
}

interface PushHost {
  /** Queues that are neither empty nor paused, in the order of their turns. */
  readonly ready: Set<SubscriptionQueue>
  inFlight: number
  isPrompt: boolean
}

/** The notices that wait for one subscription, oldest first, by kind and subject. */
interface SubscriptionQueue {
  readonly host: PushHost
  readonly person: { inFlight: number }
  readonly waiting: Map<string, QueuedNotice>
  /** True while a delivery is in flight or after the push service requested a pause. */
  isPaused: boolean
}

function getOrMake<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

interface DeliveryQueueOptions {
  /** Makes one attempt; null if there is no longer a reason to notify. */
  readonly deliver: (to: PushRecipient, notice: PushNotice) => Promise<Delivery | null>
  /** Called for a subscription that its push service no longer knows. */
  readonly onGone: (to: PushRecipient) => Promise<void>
}

/**
 * Creates a queue that sends notices to the subscriptions in turn, and retries if a push service is
 * busy or unreachable. Its limits reserve capacity for hosts that answer. A restart loses waiting
 * notices. Not `p-queue`, whose queues have one limit each: here a notice must be within the limits
 * of its subscription, person and host at once, and in nested queues a waiting notice would take
 * the place of another host's notice (fault 65).
 */
export function createDeliveryQueue({ deliver, onGone }: DeliveryQueueOptions) {
  const queues = new Map<string, SubscriptionQueue>()
  const hosts = new Map<string, PushHost>()
  const people = new Map<string, { inFlight: number }>()
  let closed = false

  function queueOf(to: PushRecipient): SubscriptionQueue {
    return getOrMake(queues, `${to.user_id} ${to.endpoint}`, () => ({
      host: getOrMake(hosts, new URL(to.endpoint).host, () => ({
        ready: new Set(),
        inFlight: 0,
        isPrompt: false,
      })),
      person: getOrMake(people, to.user_id, () => ({ inFlight: 0 })),
      waiting: new Map(),
      isPaused: false,
    }))
  }

  /** Queues a notice. A retried notice does not replace a newer one. */
  function enqueue(queue: SubscriptionQueue, one: QueuedNotice): void {
    const { waiting, host, isPaused } = queue
    const key = `${one.notice.kind} ${one.notice.subject}`
    if (one.attempts > 0 && waiting.has(key)) return
    waiting.set(key, one)
    const [oldest, ...others] = [...waiting].filter(([, { notice }]) => notice.kind !== 'message')
    if (oldest !== undefined && others.length >= MAX_WAITING) waiting.delete(oldest[0])
    if (!isPaused) host.ready.add(queue)
  }

  function takeNext(): SubscriptionQueue | undefined {
    const toSlow = [...hosts.values()].reduce(
      (sum, host) => sum + (host.isPrompt ? 0 : host.inFlight),
      0,
    )
    for (const { isPrompt, inFlight, ready } of hosts.values()) {
      const hasCapacity = isPrompt
        ? inFlight < PER_PROMPT_HOST
        : inFlight < PER_SLOW_HOST && toSlow < TO_SLOW_HOSTS
      const next = hasCapacity
        ? [...ready].find(({ person }) => person.inFlight < PER_PERSON)
        : undefined
      if (next === undefined) continue
      ready.delete(next)
      return next
    }
    return undefined
  }

  function resume(queue: SubscriptionQueue): void {
    queue.isPaused = false
    if (queue.waiting.size > 0) queue.host.ready.add(queue)
    sendAll()
  }

  function retry(queue: SubscriptionQueue, one: QueuedNotice, requestedMs: number): void {
    const attempts = one.attempts + 1
    // Randomise half of it, so that thousands do not retry at once.
    const backoff =
      FIRST_PAUSE_MS *
      PAUSE_FACTOR ** Math.min(one.attempts, MAX_ATTEMPTS - 2) *
      (0.5 + Math.random() / 2)
    if (attempts < MAX_ATTEMPTS && requestedMs <= LONGEST_PAUSE_MS)
      enqueue(queue, { ...one, attempts })
    setTimeout(resume, Math.min(Math.max(requestedMs, backoff), LONGEST_PAUSE_MS), queue).unref()
    sendAll()
  }

  async function send(queue: SubscriptionQueue): Promise<void> {
    const { host, person, waiting } = queue
    const all = [...waiting]
    const next = all.find(([, { notice }]) => notice.kind === 'message') ?? all[0]
    if (next === undefined) return
    const [key, one] = next
    waiting.delete(key)
    queue.isPaused = true
    host.inFlight++
    person.inFlight++
    const startedAt = performance.now()
    // Without the database the notice is lost, but not the change that it announces.
    const delivery = await deliver(one.to, one.notice).catch(() => null)
    if (delivery !== null) host.isPrompt = performance.now() - startedAt <= PROMPT_MS
    if (delivery?.kind === 'gone') await onGone(one.to).catch(() => undefined)
    host.inFlight--
    person.inFlight--
    if (delivery?.kind === 'later') retry(queue, one, delivery.afterMs ?? 0)
    else resume(queue)
  }

  function sendAll(): void {
    if (closed) return
    for (let queue = takeNext(); queue !== undefined; queue = takeNext()) void send(queue)
  }

  return {
    add(to: PushRecipient, notice: PushNotice): void {
      enqueue(queueOf(to), { to, notice, attempts: 0 })
      sendAll()
    },
    /** Drops waiting notices. */
    close(): void {
      closed = true
    },
  }
}
