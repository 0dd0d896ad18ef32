import type { Database } from '../db/database'
import { isoTime } from '../iso-time'
import { purge } from './purge'

const DAY_MS = 24 * 3_600_000
/** After the rush of a start. */
const FIRST_MS = 60_000

/** How far the clock may lie behind what was written last, and after it (ms), before nobody can believe it. */
const [MOST_BEHIND_MS, MOST_AHEAD_MS] = [DAY_MS, 366 * DAY_MS]

/** Why a server's clock cannot be believed, to be asked before it writes anything; null where it can. */
export async function clockDoubt({ read }: Database, now: number): Promise<string | null> {
  const [award, session, entry] = await Promise.all([
    read
      .selectFrom('awards')
      .select((eb) => eb.fn.max('received_at').as('at'))
      .executeTakeFirst(),
    read
      .selectFrom('sessions')
      .select((eb) => eb.fn.max('renewed_at').as('at'))
      .executeTakeFirst(),
    read
      .selectFrom('audit')
      .select((eb) => eb.fn.max('at').as('at'))
      .executeTakeFirst(),
  ])
  const newest = Math.max(...[award, session, entry].map((row) => row?.at ?? 0))
  if (newest === 0 || (now > newest - MOST_BEHIND_MS && now < newest + MOST_AHEAD_MS)) return null
  return `the clock says ${isoTime(now)}, and what was written last is from ${isoTime(newest)}; nothing is purged until the server starts with another clock`
}

/** Purges a minute after the start and then daily. Returns a function that stops it, and waits for a run that is under way. */
export function startDailyPurge(db: Database, now: () => number, onError: (reason: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    // What could not be deleted today is deleted tomorrow.
    running = running.then(() => purge(db, now(), { by: null, dryRun: false })).catch(onError)
  }
  const first = setTimeout(run, FIRST_MS).unref()
  const timer = setInterval(run, DAY_MS).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await running
  }
}
