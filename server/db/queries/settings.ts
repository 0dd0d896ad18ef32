import * as v from 'valibot'
import type { Standing } from '#rules/ranking'
import type { Database, Reader, Writer } from '../database'
import { statement } from '../statement'

const time = v.optional(v.nullable(v.number()), null)

/**
 * Every setting of the event as it is stored, by its name in event.json and in the table `settings`, with what applies until a file
 * sets another. Times are ms since the epoch, null = open. A test compares it with docs/event-file.md.
 */
export const storedSettings = v.object({
  team_max_members: v.optional(v.number(), 6),
  starts_at: time,
  ends_at: time,
  time_zone: v.optional(v.string(), 'Europe/Zagreb'),
})
export type StoredSettings = Readonly<v.InferOutput<typeof storedSettings>>
export type SettingName = keyof StoredSettings
export const SETTING_NAMES = Object.keys(storedSettings.entries) as readonly SettingName[]

/** What the server keeps beside the event's settings, each only while it holds. */
type Mark =
  /** The event is the demo that `npm start` created: its size. */
  | 'demo'
  /** When results were closed (rule 17), ms. */
  | 'closed_at'
  /** When the ranking was frozen (rule 16), ms. */
  | 'frozen_at'
  /** How far the organiser has uncovered the frozen ranking. */
  | 'reveal'
  /** The event's window while a rehearsal keeps it open. */
  | 'rehearsal_window'

const allSettings = statement((db) => db.selectFrom('settings').select(['name', 'value']))

const stored = v.object({ ...storedSettings.entries, closed_at: v.optional(v.nullable(v.number()), null) })

/** The event's current settings. Not cached: the command line may change them while the server runs. */
export async function readSettings(db: Reader | Writer) {
  const rows = await allSettings(db)
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

/** How far a reveal place by place has come: the teams that are still as at the freeze, and the one uncovered last. */
const reveal = v.object({ covered: v.array(v.string()), last: v.string() })
export type Reveal = Readonly<v.InferOutput<typeof reveal>>

/** One team's score at the moment of the freeze. */
interface FrozenScore extends Standing {
  readonly hidden: boolean
}

/** The moment of the freeze and the scores at that moment (rule 16). */
export interface Freeze {
  readonly at: number
  readonly scores: readonly FrozenScore[]
  /** null until the first place is uncovered. */
  readonly reveal: Reveal | null
}

/** When the ranking was frozen (ms); null if it is not. */
export async function readFrozenAt(db: Reader | Writer): Promise<number | null> {
  const at = await readMark(db, 'frozen_at')
  return at === null ? null : Number(at)
}

export async function readFreeze(db: Reader): Promise<Freeze | null> {
  const at = await readFrozenAt(db)
  if (at === null) return null
  const rows = await db
    .selectFrom('frozen_scores as frozen')
    .innerJoin('teams', 'teams.team_id', 'frozen.team_id')
    .select(['frozen.team_id', 'teams.team_name', 'frozen.points', 'frozen.reached_at', 'teams.hidden_at'])
    .execute()
  const scores = rows.map(({ hidden_at, ...row }) => ({ ...row, hidden: hidden_at !== null }))
  return { at, scores, reveal: await readReveal(db) }
}

export async function readReveal(db: Reader | Writer): Promise<Reveal | null> {
  const mark = await readMark(db, 'reveal')
  return mark === null ? null : v.parse(reveal, mark)
}

export async function writeReveal(db: Writer, now: Reveal): Promise<void> {
  await writeSetting(db, 'reveal', now)
}

/** Keeps every score as it is now. */
export async function startFreeze(db: Writer, now: number): Promise<void> {
  await db.deleteFrom('frozen_scores').execute()
  // One statement, so that all scores are of the same moment.
  await db
    .insertInto('frozen_scores')
    .columns(['team_id', 'points', 'reached_at'])
    .expression(db.selectFrom('team_scores').select(['team_id', 'points', 'reached_at']))
    .execute()
  await writeSetting(db, 'frozen_at', now)
}

export async function endFreeze(db: Writer): Promise<void> {
  await db.deleteFrom('frozen_scores').execute()
  await removeMark(db, 'frozen_at')
  await removeMark(db, 'reveal')
}

/** Returns a key that all servers of the database share. The first server that needs it makes it. */
export async function sharedKey(db: Database, name: string, make: () => string): Promise<string> {
  const find = async () => await db.read.selectFrom('server_keys').where('name', '=', name).select('value').executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.value
  const value = make()
  await db.write({ on: 'records' }, (tx) =>
    tx
      .insertInto('server_keys')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  )
  return (await find())?.value ?? value
}
