import * as v from 'valibot'
import { type SettingName, storedSettings } from '../../event-settings'
import type { Reader, Writer } from '../database'
import { statement } from '../statement'

/** What the server keeps beside the event's settings, each only while it holds. */
type Mark =
  /** The event is the demo that `npm start` created: its size. */
  | 'demo'
  /** When results were closed (rule 17), ms. */
  | 'closed_at'
  /** When the ranking was frozen (rule 16), ms. */
  | 'frozen_at'
  /** The event's window while a rehearsal keeps it open. */
  | 'rehearsal_window'

const allSettings = statement()((db) => db.selectFrom('settings').select(['name', 'value']).compile())

const stored = v.object({ ...storedSettings.entries, closed_at: v.optional(v.nullable(v.number()), null) })

/** The event's current settings. Not cached: the command line may change them while the server runs. */
export async function readSettings(db: Reader | Writer) {
  const rows = await allSettings(db, {})
  const now = v.parse(stored, Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])))
  return {
    teamMaxMembers: now.team_max_members,
    startsAt: now.starts_at,
    endsAt: now.ends_at,
    timeZone: now.time_zone,
    closedAt: now.closed_at,
  }
}
export type CurrentSettings = Awaited<ReturnType<typeof readSettings>>

export async function writeSetting(db: Writer, name: SettingName | Mark, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute()
}

/** null if it does not hold. */
export async function readMark(db: Reader | Writer, mark: Mark): Promise<unknown> {
  const row = await db.selectFrom('settings').where('name', '=', mark).select('value').executeTakeFirst()
  return row === undefined ? null : JSON.parse(row.value)
}

export async function removeMark(db: Writer, mark: Mark): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', mark).execute()
}

export async function writeClosedAt(db: Writer, at: number | null): Promise<void> {
  await (at === null ? removeMark(db, 'closed_at') : writeSetting(db, 'closed_at', at))
}
