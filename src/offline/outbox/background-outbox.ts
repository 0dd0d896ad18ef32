import { call } from '../../api/call'
import { tellWaiting } from '../../api/connection'
import { readClocks } from '../clock/clocks'
import type { Queue } from '../queue/sender'
import { drain } from './drain'
import { createIndexedDbOutboxStore } from './indexed-db-outbox-store'
import { OUTBOX_LOCK, openOutboxChannel } from './outbox-channel'
import { isWaiting, type OutboxEntry } from './outbox-entry'
import { sendAwards, voidSentAward } from './send-awards'
import { settleTimes } from './settle-times'

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
