import { withStorageDeadline } from './storage-deadline'

const CACHE = 'geek-storage-reserve'
const KEY = '/geek-storage-reserve'
const RESERVE_BYTES = 2 * 1024 * 1024

/**
 * Whether a write failed for want of room. Chromium 156 reports a full disk as QuotaExceededError, or as UnknownError
 * whose message names the file system's error.
 */
export function isFullDisk(reason: unknown): boolean {
  return reason instanceof Error && (reason.name === 'QuotaExceededError' || /NO_SPACE|full disk/i.test(reason.message))
}

/** Room on the disk that is kept for awards and given up when they need it (fault 48). */
export interface StorageReserve {
  /** Makes sure that the room is reserved. Returns false where the disk has none: the device is full, or nearly. */
  keep(): Promise<boolean>
  /** Gives the room up. */
  release(): Promise<void>
  /** After it was given up: reserves again, but only where there is more room than that. Returns whether it did. */
  regain(): Promise<boolean>
}

async function put(caches: CacheStorage, bytes: number): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(KEY, new Response(new Uint8Array(bytes)))
}

async function reserve(caches: CacheStorage): Promise<void> {
  const cache = await caches.open(CACHE)
  if ((await cache.match(KEY)) === undefined) await put(caches, RESERVE_BYTES)
}

/** The reserve alone would fit into the room that it has just given up. */
async function reserveAgain(caches: CacheStorage): Promise<void> {
  await put(caches, 3 * RESERVE_BYTES)
  await put(caches, RESERVE_BYTES)
}

/** The reserve as an entry of Cache Storage. A check that does not answer in time counts as no room. */
export function createStorageReserve(caches: CacheStorage | null): StorageReserve {
  async function succeeds(work: (caches: CacheStorage) => Promise<void>): Promise<boolean> {
    if (caches === null) return true
    try {
      await withStorageDeadline(CACHE, work(caches))
      return true
    } catch {
      return false
    }
  }
  return {
    keep: () => succeeds(reserve),
    regain: () => succeeds(reserveAgain),
    async release() {
      try {
        await caches?.delete(CACHE)
      } catch {
        // Nothing to give up.
      }
    },
  }
}

/** The browser's caches; null where it has none (plain http) or refuses them. */
export function cachesOrNull(): CacheStorage | null {
  try {
    return 'caches' in globalThis ? globalThis.caches : null
  } catch {
    return null
  }
}
