import { readDeviceSession } from '../../api/device-session'
import type { Queue } from './sender'

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
