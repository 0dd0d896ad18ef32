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
/** Notices that wait for one subscription; messages of the organiser are not counted and never dropped. */
const MOST_WAITING = 60
/** Deliveries under way: for one person, at a host that answers promptly, at one that does not, and at all of those. */
const OF_PERSON = 2
const AT_PROMPT_HOST = 16
const AT_SLOW_HOST = 4
const AT_SLOW_HOSTS = 16
/** A host is prompt if its last answer took no longer (ms); one that never answered is not. */
const PROMPT_MS = 2_000

interface Waiting {
  readonly to: Device
  readonly notice: PushNotice
  readonly tries: number
}

interface Person {
  underWay: number
}

interface Host {
  /** Those of its lines that are not busy and that something waits for, in the order of their turns. */
  readonly ready: Set<Line>
  underWay: number
  isPrompt: boolean
}

/** A subscription and what waits for it, oldest first. */
interface Line {
  readonly host: Host
  readonly person: Person
  readonly waiting: Map<string, Waiting>
  /** It is being sent to, or rests. */
  isBusy: boolean
}

/** The value of a key, which is made where there is none. */
function known<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

interface Options {
  /** Makes one attempt; null if there is nothing to tell any more. */
  readonly deliver: (to: Device, notice: PushNotice) => Promise<Delivery | null>
  /** Called for a subscription that its push service no longer knows. */
  readonly onGone: (to: Device) => Promise<void>
}

/**
 * Sends notices, subscriptions in turn, within bounds that keep places free for hosts that answer; and again where a push service is
 * busy or away. Nothing is kept over a restart.
 */
export function createDeliveryQueue({ deliver, onGone }: Options) {
  const lines = new Map<string, Line>()
  const hosts = new Map<string, Host>()
  const people = new Map<string, Person>()
  const timers = new Set<NodeJS.Timeout>()
  let closed = false

  function lineOf(to: Device): Line {
    return known(lines, `${to.user_id} ${to.endpoint}`, () => ({
      host: known(hosts, new URL(to.endpoint).host, () => ({ ready: new Set(), underWay: 0, isPrompt: false })),
      person: known(people, to.user_id, () => ({ underWay: 0 })),
      waiting: new Map(),
      isBusy: false,
    }))
  }

  /** A notice that was tried before does not take the place of a newer one. */
  function enqueue(line: Line, one: Waiting): void {
    const { waiting, host, isBusy } = line
    const key = `${one.notice.kind} ${one.notice.subject}`
    if (one.tries > 0 && waiting.has(key)) return
    waiting.set(key, one)
    const [oldest, ...others] = [...waiting].filter(([, { notice }]) => notice.kind !== 'message')
    if (oldest !== undefined && others.length >= MOST_WAITING) waiting.delete(oldest[0])
    if (!isBusy) host.ready.add(line)
  }

  function takeNext(): Line | undefined {
    const atSlow = [...hosts.values()].reduce((sum, host) => sum + (host.isPrompt ? 0 : host.underWay), 0)
    for (const { isPrompt, underWay, ready } of hosts.values()) {
      const hasPlace = isPrompt ? underWay < AT_PROMPT_HOST : underWay < AT_SLOW_HOST && atSlow < AT_SLOW_HOSTS
      const next = hasPlace ? [...ready].find(({ person }) => person.underWay < OF_PERSON) : undefined
      if (next === undefined) continue
      ready.delete(next)
      return next
    }
    return undefined
  }

  function free(line: Line): void {
    line.isBusy = false
    if (line.waiting.size > 0) line.host.ready.add(line)
  }

  function rest(line: Line, one: Waiting, askedMs: number): void {
    const tries = one.tries + 1
    // Half of it at random, so that thousands do not come back at once.
    const backoff = FIRST_RETRY_MS * RETRY_FACTOR ** Math.min(one.tries, MOST_TRIES - 2) * (0.5 + Math.random() / 2)
    if (tries < MOST_TRIES && askedMs <= LONGEST_BREAK_MS) enqueue(line, { ...one, tries })
    function wake(): void {
      timers.delete(timer)
      free(line)
      work()
    }
    const timer = setTimeout(wake, Math.min(Math.max(askedMs, backoff), LONGEST_BREAK_MS)).unref()
    timers.add(timer)
  }

  async function send(line: Line): Promise<void> {
    const { host, person, waiting } = line
    const all = [...waiting]
    const next = all.find(([, { notice }]) => notice.kind === 'message') ?? all[0]
    if (next === undefined) return
    const [key, one] = next
    waiting.delete(key)
    line.isBusy = true
    host.underWay++
    person.underWay++
    const begun = performance.now()
    // The database is away: the notice is lost, what it is about is not.
    const delivery = await deliver(one.to, one.notice).catch(() => null)
    if (delivery !== null) host.isPrompt = performance.now() - begun <= PROMPT_MS
    if (delivery?.is === 'gone') await onGone(one.to).catch(() => undefined)
    host.underWay--
    person.underWay--
    if (closed) return
    if (delivery?.is === 'later') rest(line, one, delivery.afterMs ?? 0)
    else free(line)
    work()
  }

  function work(): void {
    for (let line = takeNext(); line !== undefined; line = takeNext()) void send(line)
  }

  return {
    add(to: Device, notice: PushNotice): void {
      if (closed) return
      enqueue(lineOf(to), { to, notice, tries: 0 })
      work()
    },
    /** Forgets what waits. */
    close(): void {
      closed = true
      hosts.clear()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
