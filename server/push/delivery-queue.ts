import { createBacklog, type Waiting } from './backlog'
import type { Delivery } from './deliver'
import type { Device, PushNotice } from './push-notice'
import { createTurns, type Line } from './turns'

/** Tries of one notice, and the time (ms) between the first two; each next one takes four times as long. */
const MOST_TRIES = 4
const FIRST_RETRY_MS = 2_000
const RETRY_FACTOR = 4
/** A push service that asks for a longer break (ms) is not waited for: the notice would come too late. */
const LONGEST_BREAK_MS = 5 * 60_000

interface Options {
  /** Makes one attempt; null if there is nothing to tell any more. */
  readonly deliver: (to: Device, notice: PushNotice) => Promise<Delivery | null>
  /** Called for a subscription that its push service no longer knows. */
  readonly onGone: (to: Device) => Promise<void>
}

/** Sends notices in fair turns, and again where a push service is busy or away. Nothing is kept over a restart. */
export function createDeliveryQueue({ deliver, onGone }: Options) {
  const backlog = createBacklog()
  const turns = createTurns()
  /** The subscriptions that wait for their turn, send, or rest. */
  const lines = new Map<string, Line>()
  const timers = new Set<NodeJS.Timeout>()
  let closed = false

  function after(ms: number, wake: () => void): void {
    if (closed) return
    const run = () => {
      timers.delete(timer)
      wake()
      work()
    }
    const timer = setTimeout(run, ms).unref()
    timers.add(timer)
  }

  const idOf = (userId: string, endpoint: string) => `${userId} ${endpoint}`

  function goOn(line: Line): void {
    if (backlog.has(line.userId, line.endpoint)) turns.wait(line)
    else lines.delete(idOf(line.userId, line.endpoint))
  }

  function rest(line: Line, { to, notice, tries }: Waiting, askedMs: number | null): void {
    // Half of it at random, so that thousands do not come back at once.
    const backoff = FIRST_RETRY_MS * RETRY_FACTOR ** Math.min(tries, MOST_TRIES - 2) * (0.5 + Math.random() / 2)
    const ms = Math.min(Math.max(askedMs ?? 0, backoff), LONGEST_BREAK_MS)
    if (tries + 1 < MOST_TRIES && (askedMs ?? 0) <= LONGEST_BREAK_MS) backlog.add({ to, notice, tries: tries + 1 })
    after(ms, () => goOn(line))
    if (askedMs !== null && turns.isHostBusy(line)) after(ms, turns.rest(line))
  }

  async function send(line: Line, waiting: Waiting): Promise<void> {
    const begun = performance.now()
    // The database is away: the notice is lost, what it is about is not.
    const delivery = await deliver(waiting.to, waiting.notice).catch(() => null)
    const tookMs = performance.now() - begun
    if (delivery?.is === 'gone') await onGone(waiting.to).catch(() => undefined)
    turns.end(line, delivery === null ? null : tookMs)
    if (closed) return
    if (delivery?.is === 'later') rest(line, waiting, delivery.afterMs)
    else goOn(line)
    work()
  }

  function work(): void {
    for (let line = turns.begin(); line !== undefined; line = turns.begin()) {
      const waiting = backlog.take(line.userId, line.endpoint)
      if (waiting !== undefined) void send(line, waiting)
      else {
        // What it had was dropped because too much waits.
        turns.end(line, null)
        goOn(line)
      }
    }
  }

  return {
    add(to: Device, notice: PushNotice): void {
      if (closed) return
      backlog.add({ to, notice, tries: 0 })
      const { user_id: userId, endpoint } = to
      if (lines.has(idOf(userId, endpoint))) return
      const line = { host: new URL(endpoint).host, userId, endpoint }
      lines.set(idOf(userId, endpoint), line)
      turns.wait(line)
      work()
    },
    /** Forgets what waits. */
    close(): void {
      closed = true
      backlog.clear()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
