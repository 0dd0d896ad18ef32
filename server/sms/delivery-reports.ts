import type { Database } from '../db/database'
import { awaitsReports, settleSmsMessage } from '../db/queries/sms-messages'
import type { SmsSender } from './sms'

const EVERY_MS = 30_000

/** Fetches the reports that have arrived, if any are expected, and notes what they say. */
export async function collectReports(sender: SmsSender, db: Database, now: () => number): Promise<void> {
  if (sender.fetchReports === undefined || !(await awaitsReports(db.read, now()))) return
  const reports = await sender.fetchReports()
  if (reports.length === 0) return
  await db.write({ on: 'records' }, async (tx) => {
    for (const { id, delivered } of reports) await settleSmsMessage(tx, id, delivered ? 'delivered' : 'undelivered', now())
  })
}

/** Collects reports regularly. Returns a function that stops it, and waits for one that is under way. */
export function startCollectingReports(sender: SmsSender, db: Database, now: () => number): () => Promise<void> {
  if (sender.fetchReports === undefined) return async () => undefined
  let running = Promise.resolve()
  const timer = setInterval(() => {
    // Reports only count; what could not be fetched now is fetched next time.
    running = running.then(() => collectReports(sender, db, now)).catch(() => undefined)
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
