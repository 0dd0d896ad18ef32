const CACHE = 'geek-storage-reserve'
const KEY = '/geek-storage-reserve'
const RESERVE_BYTES = 2 * 1024 * 1024

/** Room on the disk that is kept for awards and given up when they need it (fault 48). */
export interface StorageReserve {
  /** Makes sure that the room is reserved. Returns false where the disk has none: the device is full, or nearly. */
  keep(): Promise<boolean>
  /** Gives the room up. */
  release(): Promise<void>
}

/** The reserve as an entry of Cache Storage, the only large thing that browsers free at once when it is deleted. */
export function createStorageReserve(caches: CacheStorage | null): StorageReserve {
  return {
    async keep() {
      if (caches === null) return true
      try {
        const cache = await caches.open(CACHE)
        if ((await cache.match(KEY)) !== undefined) return true
        await cache.put(KEY, new Response(new Uint8Array(RESERVE_BYTES)))
        return true
      } catch {
        return false
      }
    },
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
