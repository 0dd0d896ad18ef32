import * as v from 'valibot'
import type { Standing } from '#rules/ranking'
import type { Database, Reader, Writer } from '../database'
import { statement } from '../statement'

const time = v.optional(v.nullable(v.number()), null)

/**
 * Every setting of the event as stored, by its name in event.json and in the table `settings`, with
 * its default. Times are ms since the epoch, null if the event is open on that side. A test
 * compares the settings with docs/event-file.md.
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

/** The server's own state, stored beside the event's settings in the same table. */
const storedState = v.object({
  /** The event is the demo that `npm start` created. */
  demo: v.optional(v.unknown(), null),
  /** When results were closed (rule 17). */
  closed_at: time,
  /** When the event was last emptied; earlier scans belong to the rehearsal (fault 92). */
  reset_at: time,
  /** When the ranking was frozen (rule 16). */
  frozen_at: time,
  /**
   * Progress of the reveal: the teams still shown as at the freeze, and the team uncovered last.
   */
  reveal: v.optional(
    v.nullable(v.object({ covered: v.array(v.string()), last: v.string() })),
    null,
  ),
  /**
   * The first organiser until they first sign in by SMS. Until then their number may be mistyped.
   */
  unconfirmed_organiser: v.optional(v.nullable(v.string()), null),
  /** When an event with awards was last emptied; those awards were a rehearsal. */
  rehearsed_at: time,
  /** Why the provider refuses all our SMS, in its words. */
  sms_trouble: v.optional(v.nullable(v.string()), null),
  /**
   * The planned start that an organiser changed to open the event for a rehearsal (`from`), and its
   * new value (`to`; null: no start).
   */
  moved_start: v.optional(
    v.nullable(v.object({ from: v.number(), to: v.nullable(v.number()) })),
    null,
  ),
  /**
   * The event's original start and end while a rehearsal by the command line keeps the event open.
   */
  rehearsal_window: v.optional(
    v.nullable(v.object({ starts_at: v.nullable(v.number()), ends_at: v.nullable(v.number()) })),
    null,
  ),
})
type StoredState = v.InferOutput<typeof storedState>

const allSettings = statement((db) => db.selectFrom('settings').select(['name', 'value']))

async function readRows(db: Reader | Writer): Promise<Readonly<Record<string, unknown>>> {
  return Object.fromEntries(
    (await allSettings(db)).map(({ name, value }) => [name, JSON.parse(value)]),
  )
}

export const readStoredSettings = async (db: Reader | Writer) =>
  v.parse(storedSettings, await readRows(db))
export const readEventState = async (db: Reader | Writer) =>
  v.parse(storedState, await readRows(db))

const current = v.object({
  ...storedSettings.entries,
  ...v.pick(storedState, ['closed_at', 'reset_at']).entries,
})

/**
 * Reads the event's current settings. Not cached: the command line may change them while the server
 * runs.
 */
export async function readSettings(db: Reader | Writer) {
  const now = v.parse(current, await readRows(db))
  return {
    teamMaxMembers: now.team_max_members,
    startsAt: now.starts_at,
    endsAt: now.ends_at,
    timeZone: now.time_zone,
    closedAt: now.closed_at,
    resetAt: now.reset_at,
  }
}
export type CurrentSettings = Awaited<ReturnType<typeof readSettings>>

/** Stores a setting; null removes it. */
export async function writeSetting<Name extends keyof (StoredSettings & StoredState)>(
  db: Writer,
  name: Name,
  setting: (StoredSettings & StoredState)[Name],
): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute()
  if (setting !== null)
    await db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(setting) })
      .execute()
}

/** State that survives deleting the event's settings. */
const LASTING_STATE = [
  'unconfirmed_organiser',
  'rehearsed_at',
] as const satisfies (keyof StoredState)[]

/** Deletes the event's settings, and the state that must not survive them. */
export async function deleteSettings(db: Writer): Promise<void> {
  await db.deleteFrom('settings').where('name', 'not in', LASTING_STATE).execute()
}

export type RevealProgress = Readonly<NonNullable<StoredState['reveal']>>

/** One team's score at the moment of the freeze. */
interface FrozenScore extends Standing {
  readonly hidden: boolean
}

/** The moment of the freeze and the scores at that moment (rule 16). */
export interface Freeze {
  readonly at: number
  readonly scores: readonly FrozenScore[]
  /** null until the first place is uncovered. */
  readonly reveal: RevealProgress | null
}

export async function readFreeze(db: Reader): Promise<Freeze | null> {
  const { frozen_at: at, reveal } = await readEventState(db)
  if (at === null) return null
  const rows = await db
    .selectFrom('frozen_scores as frozen')
    .innerJoin('teams', 'teams.team_id', 'frozen.team_id')
    .select([
      'frozen.team_id',
      'teams.team_name',
      'frozen.points',
      'frozen.reached_at',
      'teams.hidden_at',
    ])
    .execute()
  return {
    at,
    scores: rows.map(({ hidden_at, ...row }) => ({ ...row, hidden: hidden_at !== null })),
    reveal,
  }
}

/** Stores every score as it is now. */
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
  await writeSetting(db, 'frozen_at', null)
  await writeSetting(db, 'reveal', null)
}

export async function replaceSharedKey(db: Database, name: string, value: string): Promise<void> {
  await db.write({ kind: 'records' }, (tx) =>
    tx.updateTable('server_keys').set({ value }).where('name', '=', name).execute(),
  )
}

/** Returns a key that all servers of the database share. The first server that needs it creates it. */
export async function sharedKey(db: Database, name: string, make: () => string): Promise<string> {
  const find = async () =>
    await db.read
      .selectFrom('server_keys')
      .where('name', '=', name)
      .select('value')
      .executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.value
  const value = make()
  await db.write({ kind: 'records' }, (tx) =>
    tx
      .insertInto('server_keys')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  )
  return (await find())?.value ?? value
}
