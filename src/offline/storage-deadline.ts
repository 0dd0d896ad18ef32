/** Storage that has not responded within this time (ms) counts as unreadable (faults 46 and 47). */
export const STORAGE_DEADLINE_MS = 3_000

/** Storage did not respond in time. Unless the caller aborted the operation, it may still take effect. */
export class StorageTimeout extends Error {
  constructor(what: string) {
    super(`${what} did not answer within ${STORAGE_DEADLINE_MS} ms`)
    this.name = 'StorageTimeout'
  }
}

/** Rejects with `StorageTimeout` after the deadline. Calls `onTimeout` first, to abort the work. */
export async function withStorageDeadline<T>(what: string, work: Promise<T>, onTimeout: () => void = () => {}): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onTimeout()
      reject(new StorageTimeout(what))
    }, STORAGE_DEADLINE_MS)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
