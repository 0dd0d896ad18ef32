import { call } from '../api/call'
import { tellWaiting } from '../api/connection'
import { readDeviceSession } from '../api/device-session'
import { readClocks } from './clock'
import { drain } from './drain'
import { isWaiting, type OutboxEntry } from './entry'
import { createIndexedDbOutboxStore } from './indexed-db-store'
import { sendAwards, voidSentAward } from './send'
import type { Queue } from './sender'
import { settleTimes } from './settle-times'
import { OUTBOX_LOCK, openOutboxChannel } from './tabs'

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
 * Registers a background sync, in which the worker drains the queues. Without a worker or Background Sync, or if the browser
 * refuses, only pages drain.
 */
export function requestDrainInBackground(): void {
  registered?.sync?.register(SYNC_TAG).catch(() => undefined)
}

/** The tag of the sync event that wakes the worker once there is a network. */
export const SYNC_TAG = 'geek-outbox'

/**
 * Drains queues in the service worker, under the locks that pages use. Rejects if something is left to retry: the browser then wakes
 * the worker again, each time after a longer delay.
 */
export async function drainInBackground(queues: readonly Queue[]): Promise<void> {
  const session = await readDeviceSession()
  // An unreadable session may have ended, so nothing is sent (fault 49).
  if (session.is !== 'signed-in') return
  const { userId } = session
  // Each waits for a draining page to finish. If that page is closed meanwhile, the worker sends the rest.
  const drains = queues.map((queue) => navigator.locks.request(queue.lock, () => queue.drain(userId)))
  const isLeft = (await Promise.allSettled(drains)).some(
    (drained) => drained.status === 'rejected' || drained.value.is === 'later',
  )
  if (isLeft) throw new Error('something is left for later')
}

export const backgroundOutbox: Queue = {
  lock: OUTBOX_LOCK,
  async drain(userId) {
    const store = createIndexedDbOutboxStore()
    const { tell } = openOutboxChannel(() => undefined)
    const outcome = await drain({
      store,
      userId,
      settleTimes: (waiting) => settleTimes(store, readClocks, waiting),
      async send(batch: readonly OutboxEntry[]) {
        tell({ is: 'sending' })
        // No page may be open to tell the organiser (fault 63).
        tellWaiting((await store.read()).entries.filter(isWaiting).length)
        return await sendAwards(batch, readClocks, call)
      },
      undo: (entry) => voidSentAward(entry, readClocks, call),
      onSettled: (_awardId, _entry, award) => award !== null && tell({ is: 'recorded', award }),
    })
    tell({ is: 'changed' })
    return outcome
  },
}
