import { withDeadline } from '#lib/timers'
import { STORAGE_DEADLINE_MS } from '../api/indexed-db'
import type { New, OutboxEntry } from './entry'
import type { MirroredOutboxStore } from './mirror'
import type { OutboxViewStore } from './view'

const CACHE = 'geek-storage-reserve'
const KEY = '/geek-storage-reserve'
const RESERVE_BYTES = 2 * 1024 * 1024

/**
 * True if a write failed because the disk is full. Chromium 156 reports that as QuotaExceededError,
 * or as UnknownError with the file system's error in its message.
 */
export function isFullDisk(reason: unknown): boolean {
  return (
    reason instanceof Error &&
    (reason.name === 'QuotaExceededError' || /NO_SPACE|full disk/i.test(reason.message))
  )
}

async function put(caches: CacheStorage, bytes: number): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(KEY, new Response(new Uint8Array(bytes)))
}

async function holdReserve(caches: CacheStorage): Promise<void> {
  const cache = await caches.open(CACHE)
  if ((await cache.match(KEY)) === undefined) await put(caches, RESERVE_BYTES)
}

/**
 * Reserves again. First stores an entry of three times the size, because the reserve alone always
 * fits into the space that it has just freed.
 */
async function regainReserve(caches: CacheStorage): Promise<void> {
  await put(caches, 3 * RESERVE_BYTES)
  await put(caches, RESERVE_BYTES)
}

/**
 * Disk space reserved for awards as an entry in Cache Storage, released when they need it (fault
 * 48). A check that times out counts as no space.
 */
export function createStorageReserve(caches: CacheStorage | null) {
  async function succeeds(work: (caches: CacheStorage) => Promise<void>): Promise<boolean> {
    if (caches === null) return true
    try {
      const done = work(caches).then(() => true)
      return await withDeadline(done, STORAGE_DEADLINE_MS, () => false)
    } catch {
      return false
    }
  }
  return {
    /**
     * Reserves the space unless already reserved. Returns false if the disk is full or nearly full.
     */
    hold: () => succeeds(holdReserve),
    /**
     * Reserves again after `release`, but only if more space than the reserve is free. Returns true
     * on success.
     */
    regain: () => succeeds(regainReserve),
    /**
     * Frees the reserved space. Gives up after the deadline, so that the refusal of an award does
     * not wait.
     */
    async release(): Promise<void> {
      await succeeds(async (caches) => void (await caches.delete(CACHE)))
    },
  }
}

export type StorageReserve = ReturnType<typeof createStorageReserve>

/** Stores awards while the disk has room, and reports when it is low. */
export function createDiskGuard(
  store: Pick<MirroredOutboxStore, 'append'>,
  reserve: StorageReserve,
  view: OutboxViewStore,
) {
  let diskIsFull = false

  async function onFullDisk(): Promise<void> {
    diskIsFull = true
    view.show({ lowOnRoom: true })
    // Frees room for the mirror of waiting awards, and for the database at its next start.
    await reserve.release()
  }

  return {
    /** Checks that there is room for awards, and reserves it. */
    async check(): Promise<void> {
      const enough = diskIsFull ? await reserve.regain() : await reserve.hold()
      diskIsFull &&= !enough
      if (view.get().lowOnRoom === enough) view.show({ lowOnRoom: !enough })
    },
    /**
     * Stores an entry. Once a full disk has refused an entry, rejects all others until the reserve
     * fits again: an entry in the last bytes of a disk is lost when the browser evicts its
     * databases (fault 48).
     */
    async append(entry: New<OutboxEntry>): Promise<OutboxEntry> {
      if (diskIsFull) diskIsFull = !(await reserve.regain())
      if (diskIsFull) throw new Error('the disk is full')
      try {
        return await store.append(entry)
      } catch (reason) {
        view.show({ storage: 'unreadable' })
        if (isFullDisk(reason)) await onFullDisk()
        // A full disk may also hang a write or break the database without naming the reason. Only a
        // new write can tell: the existing reserve was stored while there was room.
        else void reserve.regain().then((enough) => (enough ? undefined : onFullDisk()))
        throw reason
      }
    },
  }
}

/** The browser's Cache Storage; null if it has none (plain http) or refuses it. */
export function cachesOrNull(): CacheStorage | null {
  try {
    return 'caches' in globalThis ? globalThis.caches : null
  } catch {
    return null
  }
}
