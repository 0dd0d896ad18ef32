import { sql } from 'kysely'
import type { Reader, Writer } from '../database'
import { readMark, readSettings, removeMark, writeSetting } from './settings'

/**
 * Ids of everything that a rehearsal makes begin so: accounts, booths, point types and tags. No other id does, because an event
 * file allows no dot and generated ids have none.
 */
export const REHEARSAL_PREFIX = 'rehearsal.'
const MARKED = `${REHEARSAL_PREFIX}%`

/** What is in the database beside rehearsals. */
export interface RealPlay {
  readonly players: number
  readonly teams: number
  readonly awards: number
}

export async function countRealPlay(db: Reader): Promise<RealPlay> {
  const { rows } = await sql<RealPlay>`
    select
      (select count(*) from users where vendor_id is null and organiser_since is null and user_id not like ${MARKED}) as players,
      (select count(*) from teams where disbanded_at is null and captain_id not like ${MARKED}) as teams,
      (select count(*) from awards where user_id is null or user_id not like ${MARKED}) as awards`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('nothing was counted')
  return counts
}

const TIMES = ['starts_at', 'ends_at'] as const

/** Opens the event's window if it is closed at some time from `from` to `until` (ms), and keeps what it was. */
export async function openWindow(db: Writer, from: number, until: number): Promise<boolean> {
  const { startsAt, endsAt } = await readSettings(db)
  if ((startsAt === null || startsAt <= from) && (endsAt === null || endsAt >= until)) return false
  await writeSetting(db, 'rehearsal_window', { starts_at: startsAt, ends_at: endsAt })
  for (const name of TIMES) await writeSetting(db, name, null)
  return true
}

/** Puts the window back that a rehearsal opened, also one that was cut off. A window that was set meanwhile stays. */
export async function restoreWindow(db: Writer): Promise<void> {
  const before = (await readMark(db, 'rehearsal_window')) as Readonly<Record<(typeof TIMES)[number], number | null>> | null
  if (before === null) return
  const { startsAt, endsAt } = await readSettings(db)
  if (startsAt === null && endsAt === null) for (const name of TIMES) await writeSetting(db, name, before[name])
  await removeMark(db, 'rehearsal_window')
}

/**
 * Deletes the people, booths, point types and tags of a rehearsal, or of all. Their teams and ledger entries must be gone.
 * @returns the number of accounts
 */
export async function removeRehearsals(db: Writer, run?: string): Promise<number> {
  const marked = run === undefined ? MARKED : `${REHEARSAL_PREFIX}${run}.%`
  await db.deleteFrom('tags').where('nfc_id', 'like', marked).execute()
  for (const table of ['sessions', 'organiser_links', 'sign_in_requests'] as const) {
    await db.deleteFrom(table).where('user_id', 'like', marked).execute()
  }
  const { numDeletedRows } = await db.deleteFrom('users').where('user_id', 'like', marked).executeTakeFirstOrThrow()
  await db.deleteFrom('vendor_point_types').where('vendor_id', 'like', marked).execute()
  await db.deleteFrom('vendors').where('vendor_id', 'like', marked).execute()
  await db.deleteFrom('point_types').where('point_type', 'like', marked).execute()
  return Number(numDeletedRows)
}
