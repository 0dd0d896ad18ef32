import * as v from 'valibot'
import type { EventWindow } from '#rules/award-time'
import type { Reader, Writer } from '../database'
import { statement } from '../statement'

export interface EventSettings extends EventWindow {
  readonly teamMaxMembers: number
}

const TEAM_MAX_MEMBERS_DEFAULT = 6

const stored = v.object({
  team_max_members: v.optional(v.number(), TEAM_MAX_MEMBERS_DEFAULT),
  starts_at: v.optional(v.nullable(v.number()), null),
  ends_at: v.optional(v.nullable(v.number()), null),
})
export type StoredSettings = v.InferOutput<typeof stored>

/** Set if the event is the demo that `npm start` created. */
export const DEMO_MARK = 'demo'

const allSettings = statement()((db) => db.selectFrom('settings').select(['name', 'value']).compile())

/** The event's current settings. Not cached: the command line may change them while the server runs. */
export async function readSettings(db: Reader | Writer): Promise<EventSettings> {
  const rows = await allSettings(db, {})
  const values = v.parse(stored, Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.value) as unknown])))
  return { teamMaxMembers: values.team_max_members, startsAt: values.starts_at, endsAt: values.ends_at }
}

export async function writeSetting(db: Writer, name: keyof StoredSettings | typeof DEMO_MARK, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute()
}
