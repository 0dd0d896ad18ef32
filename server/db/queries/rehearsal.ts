import { sql } from 'kysely'
import type { PointType } from '#contract/entities'
import { uniqueNicknameKey } from '#rules/account'
import { SESSION_LIFETIME_MS } from '#rules/sign-in'
import { hashSecret } from '../../random'
import type { Reader, Writer } from '../database'
import { insertRows } from '../statement'
import { deleteAccounts } from './accounts'
import { readEventState, readSettings, writeSetting } from './settings'

/**
 * The prefix of the ids of a rehearsal's accounts, booths, point types and tags. No other id begins
 * with it, because an event file allows no dot in ids and generated ids have none.
 */
export const REHEARSAL_PREFIX = 'rehearsal.'
const MARKED = `${REHEARSAL_PREFIX}%`

/** Numbers of players, teams and awards that belong to no rehearsal. */
interface RealPlay {
  readonly players: number
  readonly teams: number
  readonly awards: number
}

export async function countRealPlay(db: Reader): Promise<RealPlay> {
  const { rows } = await sql<RealPlay>`
    select
      (select count(*) from users where vendor_id is null and organiser_since is null and user_id not like ${MARKED}) as players,
      (select count(*) from teams where disbanded_at is null and captain_id not like ${MARKED}) as teams,
      (select count(*) from awards where user_id is null or user_id not like ${MARKED}) as awards`.execute(
    db,
  )
  const [counts] = rows
  if (counts === undefined) throw new Error('the count returned no row')
  return counts
}

const TIME_COLUMNS = ['starts_at', 'ends_at'] as const

/**
 * Makes sure that the event is open from `from` to `until` (ms): if it is not, removes its start
 * and end and stores the originals. Returns whether it did.
 */
export async function openWindow(db: Writer, from: number, until: number): Promise<boolean> {
  const { startsAt, endsAt } = await readSettings(db)
  if ((startsAt === null || startsAt <= from) && (endsAt === null || endsAt >= until)) return false
  await writeSetting(db, 'rehearsal_window', { starts_at: startsAt, ends_at: endsAt })
  for (const name of TIME_COLUMNS) await writeSetting(db, name, null)
  return true
}

/**
 * Stores the planned start if an organiser moves it so that the event is open at once, which is how
 * a rehearsal begins. Deletes the stored start once the event's start is in the future again.
 */
export async function rememberStart(
  db: Writer,
  { was, becomes, now }: { was: number | null; becomes: number | null; now: number },
): Promise<void> {
  const { moved_start: earlier } = await readEventState(db)
  const isToCome = (start: number | null): start is number => start !== null && start > now
  const known = earlier !== null && earlier.to === was ? earlier.from : null
  const from = isToCome(was) ? was : known
  const isOpened = from !== null && !isToCome(becomes)
  await writeSetting(db, 'moved_start', isOpened ? { from, to: becomes } : null)
}

/**
 * Restores the event's start and end after a rehearsal, even an interrupted one, unless somebody
 * changed them meanwhile.
 */
export async function restoreWindow(db: Writer): Promise<void> {
  const { rehearsal_window: before, moved_start: moved } = await readEventState(db)
  if (moved !== null) {
    if ((await readSettings(db)).startsAt === moved.to)
      await writeSetting(db, 'starts_at', moved.from)
    await writeSetting(db, 'moved_start', null)
  }
  if (before === null) return
  const { startsAt, endsAt } = await readSettings(db)
  if (startsAt === null && endsAt === null)
    for (const name of TIME_COLUMNS) await writeSetting(db, name, before[name])
  await writeSetting(db, 'rehearsal_window', null)
}

export interface RehearsedPerson {
  readonly userId: string
  readonly nickname: string
  /** The booth, for staff. */
  readonly vendorId: string | null
  /**
   * True to sign in with a link, as everybody does; false to start with a session, if too many
   * sign-ins would come from one address at once.
   */
  readonly byLink: boolean
  readonly token: string
}

interface RehearsedEvent {
  readonly people: readonly RehearsedPerson[]
  /** Point types that every booth gives. */
  readonly offered: readonly PointType[]
  readonly bonus: PointType
  readonly teamTags: readonly string[]
  readonly bonusTags: readonly string[]
}

/** A position after every existing booth and point type. */
const LAST_POSITION = 1_000_000

/**
 * Builds an account as if an organiser had entered it, so that nobody can take its nickname or
 * number before its first sign-in. Its number is no phone number, so it gets no SMS.
 */
function userRow({ userId, nickname, vendorId, byLink }: RehearsedPerson, now: number) {
  const email = `${nickname}@example.invalid`
  return {
    user_id: userId,
    first_name: 'Proba',
    last_name: nickname,
    email,
    email_key: email,
    mobile: userId,

    nickname,
    nickname_key: uniqueNicknameKey(nickname),
    vendor_id: vendorId,
    imported: 1,
    created_at: now,
    first_signed_in_at: byLink ? null : now,
  }
}

/** Enters the people, booths, point types and tags of a rehearsal. */
export async function insertRehearsal(
  db: Writer,
  { people, offered, bonus, teamTags, bonusTags }: RehearsedEvent,
  now: number,
) {
  const booths = people.flatMap(({ vendorId }) => vendorId ?? [])
  const vendors = booths.map((vendor_id, index) => {
    const text = { name: `Proba ${index + 1}`, location: 'Proba', description: 'Štand probe.' }
    return { vendor_id, ...text, position: LAST_POSITION + index }
  })
  const types = [...offered, bonus].map((type, index) => ({
    ...type,
    position: LAST_POSITION + index,
  }))
  const offers = booths.flatMap((vendor_id) =>
    offered.map(({ point_type }, position) => ({ vendor_id, point_type, position })),
  )
  const tags = [
    ...teamTags.map((nfc_id) => ({
      nfc_id,
      nfc_type: 'team' as const,
      point_type: null,
      created_at: now,
    })),
    ...bonusTags.map((nfc_id) => ({
      nfc_id,
      nfc_type: 'bonus' as const,
      point_type: bonus.point_type,
      created_at: now,
    })),
  ]
  const secretOf = ({ token, userId }: RehearsedPerson) => ({
    token_hash: hashSecret(token),
    user_id: userId,
    created_at: now,
  })
  const times = { renewed_at: now, expires_at: now + SESSION_LIFETIME_MS }
  const links = people.filter(({ byLink }) => byLink).map(secretOf)
  const signedIn = people.filter(({ byLink }) => !byLink)
  const sessions = signedIn.map((one) => ({
    ...secretOf(one),
    ...times,
    address: '',
    user_agent: '',
  }))
  const users = people.map((one) => userRow(one, now))
  await db.insertInto('point_types').values(types).execute()
  await insertRows(db, 'vendors', vendors)
  await insertRows(db, 'vendor_point_types', offers)
  await insertRows(db, 'users', users)
  await insertRows(db, 'organiser_links', links)
  await insertRows(db, 'sessions', sessions)
  await insertRows(db, 'tags', tags)
}

/**
 * Deletes the people, booths, point types and tags of one rehearsal, or of all rehearsals if `run`
 * is missing. Their teams and ledger entries must be deleted before.
 * @returns the number of accounts
 */
export async function removeRehearsals(db: Writer, run?: string): Promise<number> {
  const marked = run === undefined ? MARKED : `${REHEARSAL_PREFIX}${run}.%`
  await db.deleteFrom('tags').where('nfc_id', 'like', marked).execute()
  const accounts = await deleteAccounts(db, (eb) => eb('user_id', 'like', marked))
  for (const table of ['vendor_point_types', 'booth_closings'] as const) {
    await db.deleteFrom(table).where('vendor_id', 'like', marked).execute()
  }
  await db.deleteFrom('vendors').where('vendor_id', 'like', marked).execute()
  await db.deleteFrom('point_types').where('point_type', 'like', marked).execute()
  return accounts
}

/**
 * Reads the members, scores and ledger entries of one rehearsal's teams, whoever made the entries.
 */
export async function readRehearsalResult(db: Reader, run: string) {
  const people = `${REHEARSAL_PREFIX}${run}.%`
  const entries = db
    .selectFrom('awards')
    .innerJoin('teams', 'teams.team_id', 'awards.team_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('teams.captain_id', 'like', people)
    .select([
      'awards.award_id',
      'awards.kind',
      'awards.team_id',
      'awards.vendor_id',
      'awards.user_id',
      'awards.point_type',
      'awards.points',
      'awards.awarded_at',
      'awards.nfc_id',
      'voids.voided_at',
    ])
  const teams = db
    .selectFrom('teams')
    .leftJoin('team_scores', 'team_scores.team_id', 'teams.team_id')
    .where('teams.captain_id', 'like', people)
    .where('teams.disbanded_at', 'is', null)
    .select(['teams.team_id', 'team_scores.points'])
  const members = db
    .selectFrom('memberships')
    .where('user_id', 'like', people)
    .select(['team_id', 'user_id'])
  return {
    entries: await entries.execute(),
    teams: await teams.execute(),
    members: await members.execute(),
  }
}
