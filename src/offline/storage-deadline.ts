/** Storage that has not answered by then counts as unreadable (ms, faults 46 and 47). */
export const STORAGE_DEADLINE_MS = 3_000

/** Storage neither answered nor failed in time. Whether it did what was asked is unknown unless the caller aborted it. */
export class StorageTimeout extends Error {
  constructor(what: string) {
    super(`${what} did not answer within ${STORAGE_DEADLINE_MS} ms`)
    this.name = 'StorageTimeout'
  }
}

/** Rejects with `StorageTimeout` after the deadline, and calls `onTimeout` first so that the work can be aborted. */
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
