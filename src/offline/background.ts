import { call } from '../api/call'
import { reportWaiting } from '../api/connection'
import { readDeviceSession } from '../api/device-session'
import { createAnswers } from './answers'
import { type Clocks, deviceTimeOf, readClocks } from './clocks'
import { drain } from './drain'
import type { DrainOutcome } from './drain-scheduler'
import { isAward, isWaiting, type OutboxEntry, timesOf } from './entry'
import { createOutboxCalls } from './outbox-calls'
import { openOutboxChannel } from './outbox-channel'
import { ASK_AGAIN_MS, createOutboxLock, type HeldLock } from './outbox-lock'
import { settleTimes } from './settle-times'
import { createIndexedDbOutboxStore } from './store'
import { createTransport } from './transport'

declare global {
  interface ServiceWorkerRegistration {
    /**
     * Background Sync. Missing in Firefox and Safari (fault 24), and in TypeScript's types
     * (https://wicg.github.io/background-sync/spec/).
     */
    readonly sync?: { register(tag: string): Promise<void> }
  }
}

/** The worker's registration, looked up in advance: a closing page has no time to await it. */
let registered: ServiceWorkerRegistration | null = null
if ('serviceWorker' in navigator && navigator.serviceWorker !== undefined) {
  navigator.serviceWorker.ready.then(
    (registration) => {
      registered = registration
    },
    () => undefined,
  )
}

/**
 * Registers a background sync, in which the worker drains the outbox. Without a worker or
 * Background Sync, or if the browser refuses, only pages drain.
 */
export function requestDrainInBackground(): void {
  registered?.sync?.register(SYNC_TAG).catch(() => undefined)
}

/** The tag of the sync event that wakes the worker once there is a network. */
export const SYNC_TAG = 'geek-outbox'

/** Retries after a failed store operation, and the delay before each (ms). */
const STORE_RETRIES = 3
const STORE_RETRY_MS = 500

/**
 * Ends the drain of the running worker. Called by the new worker that takes over: a browser
 * activates the new worker only after the running worker's events have ended, and a drain lasts as
 * long as its calls and its wait for the lock.
 */
export function endRunningDrain(): void {
  const { broadcast, close } = openOutboxChannel(() => undefined)
  broadcast({ is: 'replaced' })
  close()
}

/**
 * The outcome of a drain that a new version ended. That version or a page sends the rest under the
 * same ids.
 */
const REPLACED: DrainOutcome = { kind: 'later', silent: false, retryAfterMs: null }

/**
 * The worker's clocks. It cannot read the stored timeline, which may be hours off the device's
 * clock, so it continues the timeline from the last tap, as a page opened after that tap would
 * (fault 50).
 */
function clocksAfter(entries: readonly OutboxEntry[]): Clocks {
  const [last] = entries
    .flatMap(timesOf)
    .map(({ made }) => made)
    .sort((a, b) => deviceTimeOf(b) - deviceTimeOf(a))
  const clocks = readClocks()
  if (last === undefined) return clocks
  return { ...clocks, device: deviceTimeOf(last) + Math.max(0, Date.now() - last.wall) }
}

/**
 * Drains the outbox in the service worker, under the lock that pages use. Rejects if entries still
 * wait, or may wait: the browser then wakes the worker again, after a longer delay each time.
 */
export async function drainInBackground(): Promise<void> {
  const session = await readDeviceSession()
  // An unreadable session may have ended, so nothing is sent (fault 49) until it can be read.
  if (session.is === 'unreadable') throw new Error('the stored session cannot be read')
  if (session.is !== 'signed-in') return
  const { userId } = session
  const store = createIndexedDbOutboxStore()
  let isReplaced = false
  let endEarly = () => {}
  const replaced = new Promise<DrainOutcome>((resolve) => {
    endEarly = () => resolve(REPLACED)
  })
  const { broadcast, close } = openOutboxChannel((message) => {
    if (message.is === 'asks' || message.is === 'holds') lock.receive(message)
    else if (message.is === 'returned') calls.onReturn()
    else if (message.is === 'replaced') {
      isReplaced = true
      endEarly()
    }
  })
  const calls = createOutboxCalls(call)
  const lock = createOutboxLock({ locks: navigator.locks, now: () => performance.now(), broadcast })
  const transport = createTransport(readClocks, calls.call)
  const answers = createAnswers()
  const work = ({ mayContinue }: HeldLock) =>
    drain({
      ...transport,
      store,
      userId,
      mayContinue: () => !isReplaced && mayContinue(),
      settleTimes: (waiting, stored) =>
        settleTimes(store, () => clocksAfter(stored), { waiting, stored }, calls.call),
      async send(batch) {
        // Report the number of waiting awards, because perhaps no page is open to do so (fault 63).
        reportWaiting(
          (await store.read()).entries.filter((entry) => isAward(entry) && isWaiting(entry)).length,
        )
        return await transport.send(batch)
      },
      answers,
      onAnswered(_sent, awards) {
        for (const award of awards) broadcast({ is: 'recorded', award })
      },
      onAnswer: (answer) => broadcast({ is: 'answered', answer }),
    })
  let failures = 0
  /**
   * Drains once. Returns 'busy' if a page sends, and 'not stored' if a store operation failed. If
   * that page closes or stops, a later attempt sends the rest.
   */
  async function attempt(): Promise<DrainOutcome | 'busy' | 'not stored'> {
    try {
      return await lock.run(work)
    } catch (reason) {
      // Retry here: the browser would wake the worker much later, and a slow store often works at
      // the next try.
      failures += 1
      if (failures > STORE_RETRIES) throw reason
      return 'not stored'
    }
  }
  async function sendAll(): Promise<DrainOutcome> {
    for (;;) {
      const outcome = await attempt()
      if (outcome !== 'busy' && outcome !== 'not stored') return outcome
      const waitMs = outcome === 'busy' ? ASK_AGAIN_MS : STORE_RETRY_MS
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (isReplaced) return REPLACED
    }
  }
  try {
    const outcome = await Promise.race([sendAll(), replaced])
    broadcast({ is: 'changed' })
    if (outcome.kind === 'later') throw new Error('something still waits')
  } finally {
    close()
  }
}
