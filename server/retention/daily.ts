import type { Database } from '../db/database'
import { purge } from './purge'

const DAY_MS = 24 * 3_600_000
/** After the rush of a start. */
const FIRST_MS = 60_000

/** Purges a minute after the start and then daily, nothing while the clock is in doubt. Returns a function that stops it, and waits for a run that is under way. */
export function startDailyPurge(db: Database, expiryNow: () => number, onError: (reason: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    // What could not be deleted today is deleted tomorrow.
    running = running.then(() => purge(db, expiryNow(), { by: null, dryRun: false })).catch(onError)
  }
  const first = setTimeout(run, FIRST_MS).unref()
  const timer = setInterval(run, DAY_MS).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await running
  }
}
