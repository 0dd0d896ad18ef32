import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { SESSION_LIFETIME_MS } from '#rules/sign-in'
import type { Database, Writer } from '#server/db/database'
import { addMember, insertTeam } from '#server/db/queries/teams'
import { insertRows } from '#server/db/statement'
import type { TABLES } from '#server/db/tables'
import { hashSecret, randomToken } from '#server/random'
import type { ApiClient } from './api-client'
import type { TestClock } from './clock'
import { type BoothName, userRow } from './event'

/** Every role that may make a call: "ours" is the team of the member and the captain. */
export const ROLES = [
  'visitor',
  'stranger',
  'applicant',
  'member',
  'captain',
  'other captain',
  'staff of booth A',
  'staff of booth B',
  'organiser',
] as const
export type Role = (typeof ROLES)[number]
type SignedIn = Exclude<Role, 'visitor'>

const BOOTH_OF: Partial<Record<SignedIn, BoothName>> = {
  'staff of booth A': 'arkade',
  'staff of booth B': 'kutak',
}
const SIGNED_IN = ROLES.filter((role): role is SignedIn => role !== 'visitor')

/**
 * One person of each role with their team, awards and tags. Every cast has its own ids. Ids called
 * 'nobody’s' and 'unknown' do not exist.
 */
export interface Cast {
  readonly browser: Readonly<Record<Role, ApiClient>>
  readonly user: Readonly<Record<SignedIn, string>>
  readonly mobile: string
  readonly team: { readonly ours: string; readonly theirs: string; readonly 'nobody’s': string }
  readonly teamName: { readonly ours: string; readonly theirs: string }
  readonly tag: Readonly<
    Record<
      'unclaimed' | 'ours' | 'theirs' | 'booth A’s' | 'booth B’s' | 'bonus' | 'unknown',
      string
    >
  >
  /** An award of booth A to our team. */
  readonly award: { readonly 'booth A’s': string; readonly 'nobody’s': string }
  /** All rows of this cast in the database, as text. */
  dump(): Promise<string>
}

let casts = 0

/** Signs each account in on a new device, and returns the session tokens by account. */
export async function startSessions(
  db: Writer,
  users: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map(users.map((user_id) => [user_id, randomToken()]))
  const times = { created_at: now, renewed_at: now, expires_at: now + SESSION_LIFETIME_MS }
  const rows = [...tokens].map(([user_id, token]) => {
    return {
      user_id,
      token_hash: hashSecret(token),
      ...times,
      address: '127.0.0.1',
      user_agent: '',
    }
  })
  await db.insertInto('sessions').values(rows).execute()
  return tokens
}

/** The part of a game that a cast needs. */
interface Stage {
  readonly db: Database
  readonly clock: TestClock
  client(): ApiClient
}

/** Writes a cast directly into the database, because tests need hundreds. */
export async function insertCast(game: Stage): Promise<Cast> {
  const prefix = `cast${++casts}-`
  const now = game.clock.now()
  const own = (name: string) => `${prefix}${name.replaceAll(' ', '-').replaceAll('’', '')}`
  const user = Object.fromEntries(SIGNED_IN.map((role) => [role, own(role)])) as Cast['user']
  const browser = Object.fromEntries(ROLES.map((role) => [role, game.client()])) as Record<
    Role,
    ApiClient
  >
  const team = { ours: own('ours'), theirs: own('theirs'), 'nobody’s': own('nobodys') }
  const teamName = { ours: `Naši ${casts}`, theirs: `Njihovi ${casts}` }
  const award = { 'booth A’s': randomUUID(), 'nobody’s': randomUUID() }
  const tag = {
    unclaimed: own('tag-unclaimed'),
    ours: own('tag-ours'),
    theirs: own('tag-theirs'),
    'booth A’s': own('tag-a'),
    'booth B’s': own('tag-b'),
    bonus: own('tag-bonus'),
    unknown: own('tag-unknown'),
  }
  const mobileOf = (index: number) => `+38598${String(casts * 20 + index).padStart(7, '0')}`

  await game.db.write({ kind: 'event' }, async (db) => {
    const signedIn = {
      created_at: now,
      terms_version: 'x',
      terms_accepted_at: now,
      first_signed_in_at: now,
    }
    const rows = SIGNED_IN.map((role, index) => {
      const vendor_id = BOOTH_OF[role] ?? null
      const duty = {
        vendor_id,
        imported: vendor_id === null ? 0 : 1,
        organiser_since: role === 'organiser' ? now : null,
      }
      return userRow(user[role], { mobile: mobileOf(index), ...duty, ...signedIn })
    })
    await db.insertInto('users').values(rows).execute()
    const tokens = await startSessions(db, Object.values(user), now)
    for (const role of SIGNED_IN) browser[role].cookie = tokens.get(user[role]) ?? null
    for (const [which, captain_id] of [
      ['ours', user.captain] as const,
      ['theirs', user['other captain']] as const,
    ]) {
      const team_name = teamName[which]
      await insertTeam(db, {
        team_id: team[which],
        team_name,
        name_key: own(which),
        captain_id,
        created_at: now,
      })
      await addMember(db, team[which], captain_id, now)
    }
    await addMember(db, team.ours, user.member, now + 1)
    await db
      .insertInto('invites')
      .values({ user_id: user.applicant, team_id: team.ours, created_at: now })
      .execute()
    const plain = {
      team_id: null,
      vendor_id: null,
      point_type: null,
      written_at: null,
      created_at: now,
    }
    await insertRows(db, 'tags', [
      { ...plain, nfc_id: tag.unclaimed, nfc_type: 'team' },
      { ...plain, nfc_id: tag.ours, nfc_type: 'team', team_id: team.ours },
      { ...plain, nfc_id: tag.theirs, nfc_type: 'team', team_id: team.theirs },
      { ...plain, nfc_id: tag['booth A’s'], nfc_type: 'vendor', vendor_id: 'arkade' },
      { ...plain, nfc_id: tag['booth B’s'], nfc_type: 'vendor', vendor_id: 'kutak' },
      { ...plain, nfc_id: tag.bonus, nfc_type: 'bonus', point_type: 'blago' },
    ])
  })
  const recorded = { team_id: team.ours, point_type: 'dolazak', award_id: award['booth A’s'] }
  await browser['staff of booth A'].ok('awardPoints', recorded)

  async function dump(): Promise<string> {
    const users = Object.values(user)
    const teams = [team.ours, team.theirs]
    const rows = (table: keyof typeof TABLES, column: string, ids: readonly string[]) =>
      sql`select * from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)}) order by 1, 2`.execute(
        game.db.read,
      )
    const parts = await Promise.all([
      ...(['users', 'sessions', 'memberships', 'invites', 'audit', 'voids'] as const).map((name) =>
        rows(name, 'user_id', users),
      ),
      rows('teams', 'captain_id', users),
      rows('tags', 'nfc_id', Object.values(tag)),
      ...(['awards', 'late_entries'] as const).map((name) => rows(name, 'team_id', teams)),
    ])
    // Leave out search keys: a search derives them from names, so a new key is not a change.
    const withoutSearchKeys = (name: string, value: unknown) =>
      name.startsWith('search_') ? undefined : value
    return JSON.stringify(
      parts.map((part) => part.rows),
      withoutSearchKeys,
    )
  }
  return { browser, user, mobile: mobileOf(0), team, teamName, tag, award, dump }
}
