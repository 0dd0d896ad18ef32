import * as v from 'valibot'
import { type EventSettings, SETTING_NAMES, type SettingName, settingOf } from '../../event-settings'
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
  const closedAt = stored.get('closed_at' satisfies Mark)
  // `Object.fromEntries` loses which property has which type.
  return { ...(Object.fromEntries(values) as EventSettings), closedAt: closedAt === undefined ? null : Number(closedAt) }
}

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
