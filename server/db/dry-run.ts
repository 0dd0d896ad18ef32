import type { Database, Lock, Work } from './database'

/** Ends the transaction of a dry run; carries what it came to. */
class DryRun extends Error {
  constructor(readonly result: unknown) {
    super('a dry run keeps nothing')
  }
}

/** Writes, or only says what a write would come to: a dry run is rolled back. */
export async function writeOrTry<T>(db: Database, lock: Lock, work: Work<T>, dryRun: boolean): Promise<T> {
  try {
    return await db.write(lock, async (writer, tell) => {
      const result = await work(writer, tell)
      if (dryRun) throw new DryRun(result)
      return result
    })
  } catch (reason) {
    // What `work` itself returned.
    if (reason instanceof DryRun) return reason.result as T
    throw reason
  }
}
