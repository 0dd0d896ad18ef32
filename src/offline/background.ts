import { call } from '../api/call'
import { reportWaiting } from '../api/connection'
import { readDeviceSession } from '../api/device-session'
import { readClocks } from './clocks'
import { drain } from './drain'
import { isAward, isWaiting } from './entry'
import { openOutboxChannel } from './outbox-channel'
import { ASK_AGAIN_MS, createOutboxLock, type HeldLock } from './outbox-lock'
import { createTransport } from './send'
import { settleTimes } from './settle-times'
import { createIndexedDbOutboxStore } from './store'

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
  })
  const lock = createOutboxLock({ locks: navigator.locks, now: () => performance.now(), broadcast })
  const transport = createTransport(readClocks, call)
  const work = ({ goesOn }: HeldLock) =>
    drain({
      ...transport,
      store,
      userId,
      goesOn,
      settleTimes: (waiting) => settleTimes(store, readClocks, waiting),
      async send(batch) {
        // No page may be open to report it (fault 63).
        reportWaiting((await store.read()).entries.filter((entry) => isAward(entry) && isWaiting(entry)).length)
        return await transport.send(batch)
      },
      onOutcome: (_awardId, _entry, award) => award !== null && broadcast({ is: 'recorded', award }),
      onAnswer: (answer) => broadcast({ is: 'answered', answer }),
    })
  let outcome = await lock.run(work)
  // A page sends. If it is closed or stops meanwhile, the worker sends the rest.
  while (outcome === 'busy') {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    outcome = await lock.run(work)
  }
  broadcast({ is: 'changed' })
  close()
  if (outcome.is === 'later') throw new Error('something still waits')
}
