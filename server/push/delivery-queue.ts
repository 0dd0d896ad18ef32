import type { Notice } from '#contract/notice'
import type { Delivery, Subscription } from './deliver'

/** A subscription and whose it is. */
export interface Device extends Subscription {
  readonly user_id: string
}

export interface PushNotice extends Omit<Notice, 'tag'> {
  readonly kind: 'points' | 'request' | 'answer' | 'message'
  /** While it waits, a newer notice of this kind about the same subject takes its place. */
  readonly subject: string
  /** Asked at each attempt; a notice that is no longer true is dropped. */
  readonly isStillTrue?: () => Promise<boolean>
}

/** Tries of one notice, and the time (ms) between the first two; each next one takes four times as long. */
const MOST_TRIES = 4
const FIRST_RETRY_MS = 2_000
const RETRY_FACTOR = 4
/** A push service that asks for a longer break (ms) is not waited for: the notice would come too late. */
const LONGEST_BREAK_MS = 5 * 60_000
/** Notices that wait for one person, and for all; messages of the organiser are not counted and never dropped. */
const MOST_OF_PERSON = 60
const MOST = 5_000
/** Deliveries under way: in all, for one person, at a host that answers promptly, at one that does not, and at all of those. */
const AT_ONCE = 48
const OF_PERSON = 2
const AT_PROMPT_HOST = 16
const AT_SLOW_HOST = 4
const AT_SLOW_HOSTS = 16
/** A host is prompt if its last answer took no longer (ms); one that never answered is not. */
const PROMPT_MS = 2_000
/** So many subscriptions that are told to wait within this time (ms) mean that the host itself is busy. */
const BUSY_SUBSCRIPTIONS = 3
const BUSY_WINDOW_MS = 10_000
/** Hosts remembered; beyond that, one that nothing waits for is forgotten, slow ones first. */
const MOST_HOSTS = 1_000

interface Waiting {
  readonly to: Device
  readonly host: string
  readonly notice: PushNotice
  readonly tries: number
}

interface Person {
  /** Oldest first. */
  readonly messages: Map<string, Waiting>
  readonly others: Map<string, Waiting>
  underWay: number
}

interface Host {
  waiting: number
  /** When each subscription was last told to wait. */
  readonly toldToWait: Map<string, number>
  underWay: number
  isPrompt: boolean
  rests: number
}

interface Options {
  /** Makes one attempt; null if there is nothing to tell any more. */
  readonly deliver: (to: Device, notice: PushNotice) => Promise<Delivery | null>
  /** Called for a subscription that its push service no longer knows. */
  readonly onGone: (to: Device) => Promise<void>
}

/**
 * Sends notices, people in turn, within bounds that keep places free for hosts that answer; and again where a push service is busy or
 * away. Nothing is kept over a restart.
 */
export function createDeliveryQueue({ deliver, onGone }: Options) {
  /** In the order of their turns. */
  const people = new Map<string, Person>()
  const hosts = new Map<string, Host>()
  /** The subscriptions that are being sent to, or rest. */
  const busy = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  let [waiting, underWay, closed] = [0, 0, false]

  function personOf(userId: string): Person {
    const person = people.get(userId) ?? { messages: new Map(), others: new Map(), underWay: 0 }
    if (!people.has(userId)) people.set(userId, person)
    return person
  }

  function hostOf(name: string): Host {
    const host = hosts.get(name) ?? { toldToWait: new Map(), waiting: 0, underWay: 0, isPrompt: false, rests: 0 }
    if (hosts.has(name)) return host
    if (hosts.size >= MOST_HOSTS) {
      const idle = [...hosts].filter(([, one]) => one.waiting + one.underWay + one.rests === 0)
      const [forgotten] = idle.find(([, { isPrompt }]) => !isPrompt) ?? idle[0] ?? []
      if (forgotten !== undefined) hosts.delete(forgotten)
    }
    hosts.set(name, host)
    return host
  }

  function remove(person: Person, key: string, { host, notice }: Waiting): void {
    hostOf(host).waiting--
    if (notice.kind === 'message') person.messages.delete(key)
    else if (person.others.delete(key)) waiting--
  }

  function dropOldest(person: Person): void {
    const [oldest] = person.others
    if (oldest !== undefined) remove(person, ...oldest)
  }

  /** A notice that was tried before does not take the place of a newer one. */
  function enqueue(one: Waiting): void {
    const { to, notice, tries } = one
    const person = personOf(to.user_id)
    const queue = notice.kind === 'message' ? person.messages : person.others
    const key = `${notice.kind} ${notice.subject} ${to.endpoint}`
    const isKnown = queue.has(key)
    if (isKnown && tries > 0) return
    queue.set(key, one)
    if (!isKnown) hostOf(one.host).waiting++
    if (isKnown || queue === person.messages) return
    waiting++
    if (queue.size > MOST_OF_PERSON) dropOldest(person)
    else if (waiting > MOST)
      dropOldest([...people.values()].reduce((most, each) => (each.others.size > most.others.size ? each : most)))
  }

  /** Takes out what is sent next; whose it is goes to the end of the round. */
  function takeNext(): Waiting | undefined {
    if (underWay >= AT_ONCE) return undefined
    const slow = [...hosts.values()].reduce((sum, host) => sum + (host.isPrompt ? 0 : host.underWay), 0)
    const hasPlace = ({ rests, isPrompt, underWay: atHost }: Host) =>
      rests === 0 && (isPrompt ? atHost < AT_PROMPT_HOST : atHost < AT_SLOW_HOST && slow < AT_SLOW_HOSTS)
    // Otherwise thousands who wait for one host would be looked through again and again.
    if (![...hosts.values()].some((host) => host.waiting > 0 && hasPlace(host))) return undefined
    for (const [userId, person] of people) {
      if (person.underWay >= OF_PERSON) continue
      const next = [...person.messages, ...person.others].find(
        ([, { to, host }]) => !busy.has(to.endpoint) && hasPlace(hostOf(host)),
      )
      if (next === undefined) continue
      remove(person, ...next)
      people.delete(userId)
      people.set(userId, person)
      return next[1]
    }
    return undefined
  }

  function after(ms: number, wake: () => void): void {
    const run = () => {
      timers.delete(timer)
      wake()
      work()
    }
    const timer = setTimeout(run, ms).unref()
    timers.add(timer)
  }

  function rest(one: Waiting, host: Host, askedMs: number | null): void {
    const { to, tries } = one
    // Half of it at random, so that thousands do not come back at once.
    const backoff = FIRST_RETRY_MS * RETRY_FACTOR ** Math.min(tries, MOST_TRIES - 2) * (0.5 + Math.random() / 2)
    const ms = Math.min(Math.max(askedMs ?? 0, backoff), LONGEST_BREAK_MS)
    if (tries + 1 < MOST_TRIES && (askedMs ?? 0) <= LONGEST_BREAK_MS) enqueue({ ...one, tries: tries + 1 })
    after(ms, () => busy.delete(to.endpoint))
    if (askedMs === null) return
    const now = performance.now()
    host.toldToWait.set(to.endpoint, now)
    for (const [endpoint, at] of host.toldToWait) if (at <= now - BUSY_WINDOW_MS) host.toldToWait.delete(endpoint)
    if (host.toldToWait.size < BUSY_SUBSCRIPTIONS) return
    host.rests++
    after(ms, () => host.rests--)
  }

  function count(person: Person, host: Host, change: 1 | -1): void {
    underWay += change
    person.underWay += change
    host.underWay += change
  }

  async function send(one: Waiting): Promise<void> {
    const { to, notice } = one
    const [person, host] = [personOf(to.user_id), hostOf(one.host)]
    count(person, host, 1)
    busy.add(to.endpoint)
    const begun = performance.now()
    // The database is away: the notice is lost, what it is about is not.
    const delivery = await deliver(to, notice).catch(() => null)
    if (delivery !== null) host.isPrompt = performance.now() - begun <= PROMPT_MS
    if (delivery?.is === 'gone') await onGone(to).catch(() => undefined)
    count(person, host, -1)
    if (closed) return
    if (delivery?.is === 'later') rest(one, host, delivery.afterMs)
    else busy.delete(to.endpoint)
    if (person.messages.size + person.others.size + person.underWay === 0) people.delete(to.user_id)
    work()
  }

  function work(): void {
    for (let one = takeNext(); one !== undefined; one = takeNext()) void send(one)
  }

  return {
    add(to: Device, notice: PushNotice): void {
      if (closed) return
      enqueue({ to, host: new URL(to.endpoint).host, notice, tries: 0 })
      work()
    },
    /** Forgets what waits. */
    close(): void {
      closed = true
      people.clear()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
