import { call } from '../api/call'
import { reportWaiting } from '../api/connection'
import { readDeviceSession } from '../api/device-session'
import { createAnswers } from './answers'
import { readClocks } from './clocks'
import { drain } from './drain'
import type { DrainOutcome } from './drain-scheduler'
import { isAward, isWaiting } from './entry'
import { createOutboxCalls } from './outbox-calls'
import { openOutboxChannel } from './outbox-channel'
import { ASK_AGAIN_MS, createOutboxLock, type HeldLock } from './outbox-lock'
import { settleTimes } from './settle-times'
import { createIndexedDbOutboxStore } from './store'
import { createTransport } from './transport'

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync, which Firefox and Safari lack (fault 24), and TypeScript (https://wicg.github.io/background-sync/spec/). */
    readonly sync?: { register(tag: string): Promise<void> }
  }
}

/** Looked up in advance, because a page that is being closed has no time to wait for it. */
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
 * Registers a background sync, in which the worker sends what waits. Without a worker or Background Sync, or if the browser
 * refuses, only pages drain.
 */
export function requestDrainInBackground(): void {
  registered?.sync?.register(SYNC_TAG).catch(() => undefined)
}

/** The tag of the sync event that wakes the worker once there is a network. */
export const SYNC_TAG = 'geek-outbox'

/** How often the worker tries again after a failed operation of the store, and how long after it (ms). */
const STORE_RETRIES = 3
const STORE_RETRY_MS = 500

/**
 * Sends what waits from the service worker, under the lock that pages use. Rejects if something still waits: the browser then wakes
 * the worker again, each time after a longer delay.
 */
export async function drainInBackground(): Promise<void> {
  const session = await readDeviceSession()
  // An unreadable session may have ended, so nothing is sent (fault 49).
  if (session.is !== 'signed-in') return
  const { userId } = session
  const store = createIndexedDbOutboxStore()
  const { broadcast, close } = openOutboxChannel((message) => {
    if (message.is === 'asks' || message.is === 'holds') lock.receive(message)
    else if (message.is === 'returned') calls.onReturn()
  })
  const calls = createOutboxCalls(call)
  const lock = createOutboxLock({ locks: navigator.locks, now: () => performance.now(), broadcast })
  const transport = createTransport(readClocks, calls.call)
  const answers = createAnswers()
  const work = ({ goesOn }: HeldLock) =>
    drain({
      ...transport,
      store,
      userId,
      goesOn,
      settleTimes: (waiting) => settleTimes(store, readClocks, waiting, 'all', calls.call),
      async send(batch) {
        // No page may be open to report it (fault 63).
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
  /** 'busy' while a page sends: if that is closed or stops, the worker sends the rest. */
  async function attempt(): Promise<DrainOutcome | 'busy' | 'not stored'> {
    try {
      return await lock.run(work)
    } catch (reason) {
      // The browser wakes the worker again much later; a store that answered late works at the next try.
      failures += 1
      if (failures > STORE_RETRIES) throw reason
      return 'not stored'
    }
  }
  let outcome = await attempt()
  while (outcome === 'busy' || outcome === 'not stored') {
    await new Promise((resolve) =>
      setTimeout(resolve, outcome === 'busy' ? ASK_AGAIN_MS : STORE_RETRY_MS),
    )
    outcome = await attempt()
  }
  broadcast({ is: 'changed' })
  close()
  if (outcome.is === 'later') throw new Error('something still waits')
}
