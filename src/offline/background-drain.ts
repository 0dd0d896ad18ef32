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
 * The worker's drain, under the pages' lock. Rejects where awards are left that may go later: the browser then wakes the
 * worker again, each time after a longer pause.
 */
export async function drainInBackground(): Promise<void> {
  const session = await readDeviceSession()
  // A session that cannot be read may have ended: nothing is sent under it (fault 49).
  if (session.is !== 'signed-in') return
  const { userId } = session
  const store = createIndexedDbOutboxStore()
  const { tell } = openOutboxChannel(() => undefined)
  // Waits for a page that drains: should it be closed in the middle, the rest is sent here.
  const outcome = await holdDrainLock(async () => {
    const { entries } = await store.read()
    if (!entries.some((entry) => entry.userId === userId && isWaiting(entry))) return { is: 'empty' } as const
    const send = (batch: readonly OutboxEntry[]) => {
      tell({ is: 'sending' })
      return sendAwards(batch, readClocks)
    }
    return await drain({
      store,
      userId,
      settleTimes: (waiting) => settleTimes(store, readClocks, waiting),
      send,
      undo: voidSentAward,
      onSettled: (_awardId, _entry, award) => award !== null && tell({ is: 'recorded', award }),
    })
  })
  tell({ is: 'changed' })
  if (outcome.is === 'later') throw new Error('awards are left for later')
}
