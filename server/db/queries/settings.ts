import * as v from 'valibot'
import { type EventSettings, SETTING_NAMES, type SettingName, settingOf } from '../../event-settings'
import type { Reader, Writer } from '../database'
import { statement } from '../statement'

/** Set if the event is the demo that `npm start` created. */
export const DEMO_MARK = 'demo'

/** When results were closed (rule 17), ms; the row is missing while they are open. */
const CLOSED_AT = 'closed_at'

export interface CurrentSettings extends EventSettings {
  readonly closedAt: number | null
}

const allSettings = statement()((db) => db.selectFrom('settings').select(['name', 'value']).compile())

const STORED = { 'whole number': v.number(), time: v.nullable(v.number()), 'time zone': v.string() } as const

function storedValue(name: SettingName, json: string | undefined): number | string | null {
  const { kind, initial } = settingOf(name)
  return json === undefined ? initial : v.parse(STORED[kind], JSON.parse(json))
}

/** The event's current settings. Not cached: the command line may change them while the server runs. */
export async function readSettings(db: Reader | Writer): Promise<CurrentSettings> {
  const rows = await allSettings(db, {})
  const stored = new Map(rows.map((row) => [row.name, row.value]))
  const values = SETTING_NAMES.map((name) => [settingOf(name).property, storedValue(name, stored.get(name))])
  const closedAt = stored.get(CLOSED_AT)
  // `Object.fromEntries` loses which property has which type.
  return { ...(Object.fromEntries(values) as EventSettings), closedAt: closedAt === undefined ? null : Number(closedAt) }
}

export async function writeSetting(db: Writer, name: SettingName | typeof DEMO_MARK, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute()
}

export async function writeClosedAt(db: Writer, at: number | null): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', CLOSED_AT).execute()
  if (at !== null)
    await db
      .insertInto('settings')
      .values({ name: CLOSED_AT, value: String(at) })
      .execute()
}
