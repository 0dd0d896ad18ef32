import * as v from 'valibot'
import { type EventSettings, SETTING_NAMES, type SettingName, settingOf } from '../../event-settings'
import type { Reader, Writer } from '../database'
import { statement } from '../statement'

/** Set if the event is the demo that `npm start` created. */
export const DEMO_MARK = 'demo'

const allSettings = statement()((db) => db.selectFrom('settings').select(['name', 'value']).compile())

const STORED = { 'whole number': v.number(), time: v.nullable(v.number()), 'time zone': v.string() } as const

function storedValue(name: SettingName, json: string | undefined): number | string | null {
  const { kind, initial } = settingOf(name)
  return json === undefined ? initial : v.parse(STORED[kind], JSON.parse(json))
}

/** The event's current settings. Not cached: the command line may change them while the server runs. */
export async function readSettings(db: Reader | Writer): Promise<EventSettings> {
  const rows = await allSettings(db, {})
  const stored = new Map(rows.map((row) => [row.name, row.value]))
  const values = SETTING_NAMES.map((name) => [settingOf(name).property, storedValue(name, stored.get(name))])
  // `Object.fromEntries` loses which property has which type.
  return Object.fromEntries(values) as EventSettings
}

export async function writeSetting(db: Writer, name: SettingName | typeof DEMO_MARK, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute()
}
