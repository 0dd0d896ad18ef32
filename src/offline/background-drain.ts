import type { Award } from '#contract/entities'
import { readDeviceSession } from '../api/device-session'
import { readClocks } from './clocks'
import { drain } from './drain'
import { holdDrainLock } from './drain-lock'
import { createIndexedDbOutboxStore } from './indexed-db-outbox-store'
import { openOutboxChannel } from './outbox-channel'
import type { OutboxEntry } from './outbox-entry'
import { sendAward, undoAward } from './send-award'

/**
 * The worker's drain, under the pages' lock. Rejects where awards are left that may go later: the browser then wakes the
 * worker again, each time after a longer pause.
 */
export async function drainInBackground(): Promise<void> {
  const session = await readDeviceSession()
  if (session?.is !== 'signed-in') return
  const { userId } = session
  const store = createIndexedDbOutboxStore()
  const { tell } = openOutboxChannel(() => undefined)
  // Waits for a page that drains: should it be closed in the middle, the rest is sent here.
  const outcome = await holdDrainLock(async () => {
    const { entries } = await store.read()
    if (!entries.some((entry) => entry.userId === userId && entry.refusal === null)) return { is: 'empty' } as const
    const onRecorded = (award: Award) => tell({ is: 'recorded', award })
    const send = (entry: OutboxEntry) => {
      tell({ is: 'sending' })
      return sendAward(entry, readClocks, onRecorded)
    }
    const undo = (entry: OutboxEntry) => undoAward(entry, onRecorded)
    return await drain({ store, userId, send, undo })
  })
  tell({ is: 'changed' })
  if (outcome.is === 'later') throw new Error('awards are left for later')
}
