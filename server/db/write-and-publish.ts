import type { Change, ChangeSource, Concern } from './changes'
import type { Lock, Work, Writer } from './database'
import { isUnavailable, Overloaded } from './unavailable'

/** A write that is done but for its commit. */
export interface Done<T> {
  readonly result: T
  /** null if no reading depends on it. */
  readonly change: Change | null
}

/**
 * Runs a write and then publishes its change, also if the connection broke, because the commit may have succeeded. Work that
 * tells nothing may concern everybody, so that no change is forgotten.
 */
export async function writeAndPublish<T>(
  lock: Lock,
  work: Work<T>,
  write: (run: (db: Writer) => Promise<Done<T>>) => Promise<Done<T>>,
  changes: Pick<ChangeSource, 'publish'>,
): Promise<T> {
  const under = changeUnder(lock)
  // Without a run to its end nothing can have been committed.
  let change: Change | null = under && { ...under, concerns: [] }
  const publishNow = () => {
    if (change !== null) changes.publish(change)
  }
  try {
    const { result } = await write(async (db) => {
      const told: (Concern | 'nobody')[] = []
      const worked = await work(db, (concern) => void told.push(concern))
      const concerns = told.length === 0 ? undefined : told.filter((one) => one !== 'nobody')
      change = under && { ...under, concerns }
      return { result: worked, change }
    })
    publishNow()
    return result
  } catch (reason) {
    if (isUnavailable(reason) && !(reason instanceof Overloaded)) publishNow()
    throw reason
  }
}

/** The change that a commit under this lock may have made; null if nothing depends on it. */
function changeUnder(lock: Lock): Change | null {
  switch (lock.on) {
    case 'records':
      return null
    case 'event':
      return { on: 'anything' }
    case 'ledger':
      return { on: 'ledger', teamIds: [...new Set(lock.teamIds)] }
    case 'accounts':
    case 'roster':
    case 'messages':
      return { on: lock.on }
  }
}
