import type { Database } from '../db/database'
import { isoTime } from '../iso-time'

const DAY_MS = 24 * 3_600_000
/** How far the clock may lie behind what was written last, and after it (ms), before nobody can believe it. */
const [MOST_BEHIND_MS, MOST_AHEAD_MS] = [DAY_MS, 366 * DAY_MS]

export interface JudgedClock {
  /** Why the clock cannot be believed; null where it can. */
  readonly doubt: string | null
  /** The clock by which sessions expire and rows are old. It says 0 until one that was doubted is set right. */
  readonly expiryNow: () => number
}

/** Judges a clock by what was written last, before anything is written by it. */
export async function judgeClock({ read }: Database, now: () => number): Promise<JudgedClock> {
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
  const isBelieved = (time: number) => time > newest - MOST_BEHIND_MS && time < newest + MOST_AHEAD_MS
  const time = now()
  if (newest === 0 || isBelieved(time)) return { doubt: null, expiryNow: now }
  return {
    doubt: `the clock says ${isoTime(time)}, and what was written last is from ${isoTime(newest)}; until it is set right, no session ends and nothing is purged`,
    expiryNow() {
      const later = now()
      return isBelieved(later) ? later : 0
    },
  }
}
