import { call } from '../api/call'
import { tellWaiting } from '../api/connection'
import { readDeviceSession } from '../api/device-session'
import { readClocks } from './clocks'
import { drain } from './drain'
import { holdDrainLock } from './drain-lock'
import { createIndexedDbOutboxStore } from './indexed-db-outbox-store'
import { openOutboxChannel } from './outbox-channel'
import { isWaiting, type OutboxEntry } from './outbox-entry'
import { sendAwards, voidSentAward } from './send-awards'
import { settleTimes } from './settle-times'

/**
 * Drains the outbox in the service worker, under the lock that pages use. Rejects if awards are left to retry: the browser
 * then wakes the worker again, each time after a longer delay.
 */
export async function drainInBackground(): Promise<void> {
  const session = await readDeviceSession()
  // An unreadable session may have ended, so nothing is sent (fault 49).
  if (session.is !== 'signed-in') return
  const { userId } = session
  const store = createIndexedDbOutboxStore()
  const { tell } = openOutboxChannel(() => undefined)
  // Waits for a draining page to finish. If that page is closed meanwhile, the worker sends the rest.
  const outcome = await holdDrainLock(async () => {
    const { entries } = await store.read()
    if (!entries.some((entry) => entry.userId === userId && isWaiting(entry))) return { is: 'empty' } as const
    const send = async (batch: readonly OutboxEntry[]) => {
      tell({ is: 'sending' })
      // No page may be open to tell the organiser (fault 63).
      tellWaiting((await store.read()).entries.filter(isWaiting).length)
      return await sendAwards(batch, readClocks, call)
    }
    return await drain({
      store,
      userId,
      settleTimes: (waiting) => settleTimes(store, readClocks, waiting),
      send,
      undo: (entry) => voidSentAward(entry, call),
      onSettled: (_awardId, _entry, award) => award !== null && tell({ is: 'recorded', award }),
    })
  })
  tell({ is: 'changed' })
  if (outcome.is === 'later') throw new Error('awards are left for later')
}
