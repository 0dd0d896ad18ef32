import { call } from '../api/call'
import { reportWaiting } from '../api/connection'
import { readDeviceSession } from '../api/device-session'
import { readClocks } from './clocks'
import { drain } from './drain'
import { isAward, isWaiting } from './entry'
import { createTransport } from './send'
import { OUTBOX_LOCK, openOutboxChannel } from './sender'
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
  const { broadcast } = openOutboxChannel(() => undefined)
  const transport = createTransport(readClocks, call)
  const work = () =>
    drain({
      ...transport,
      store,
      userId,
      settleTimes: (waiting) => settleTimes(store, readClocks, waiting),
      async send(batch) {
        broadcast({ is: 'sending' })
        // No page may be open to report it (fault 63).
        reportWaiting((await store.read()).entries.filter((entry) => isAward(entry) && isWaiting(entry)).length)
        return await transport.send(batch)
      },
      onOutcome: (_awardId, _entry, award) => award !== null && broadcast({ is: 'recorded', award }),
      onAnswer: (answer) => broadcast({ is: 'answered', answer }),
    })
  // Waits for a draining page to finish. If that page is closed meanwhile, the worker sends the rest.
  const { is } = await navigator.locks.request(OUTBOX_LOCK, work)
  broadcast({ is: 'changed' })
  if (is === 'later') throw new Error('something still waits')
}
