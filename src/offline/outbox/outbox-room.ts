import { isFullDisk, type StorageReserve } from '../store/storage-reserve'
import type { CopiedOutboxStore } from './copied-outbox-store'
import type { NewOutboxEntry, OutboxEntry } from './outbox-entry'
import type { ShownOutbox } from './outbox-view'

interface RoomWorld {
  readonly store: Pick<CopiedOutboxStore, 'append'>
  readonly reserve: StorageReserve
  readonly shown: Pick<ShownOutbox, 'view' | 'show'>
}

/** The device's room for awards: stores them while there is some, and shows when there is too little. */
export function createOutboxRoom({ store, reserve, shown: { view, show } }: RoomWorld) {
  let diskIsFull = false

  async function noteFullDisk(): Promise<void> {
    diskIsFull = true
    show({ lowOnRoom: true })
    // Frees room for the copies of waiting awards, and for the database at its next start.
    await reserve.release()
  }

  return {
    /** Checks that there is room for awards, and reserves it. */
    async check(): Promise<void> {
      const enough = diskIsFull ? await reserve.regain() : await reserve.keep()
      diskIsFull &&= !enough
      if (view().lowOnRoom === enough) show({ lowOnRoom: !enough })
    },
    /**
     * Stores an entry. Once a full disk has refused one, rejects all others until there is room for a reserve again: an
     * entry in the last bytes of a disk is lost when the browser evicts its databases (fault 48).
     */
    async append(entry: NewOutboxEntry): Promise<OutboxEntry> {
      if (diskIsFull) diskIsFull = !(await reserve.regain())
      if (diskIsFull) throw new Error('the disk is full')
      try {
        return await store.append(entry)
      } catch (reason) {
        show({ storage: 'unreadable' })
        if (isFullDisk(reason)) await noteFullDisk()
        // A full disk may also hang a write or break the database, without naming the reason. Only a new write can tell: the
        // reserve itself was kept while there was room.
        else void reserve.regain().then((enough) => (enough ? undefined : noteFullDisk()))
        throw reason
      }
    },
  }
}
