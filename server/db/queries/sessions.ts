import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { ORGANISER_SESSION_MS, SESSION_LIFETIME_MS, SESSION_RENEWAL_MS } from '#rules/sign-in'
import { hashSecret } from '../../random'
import type { Reader, Writer } from '../database'
import { type JsonList, statement, statementOfOne, textsOf } from '../statement'
import type { Tables } from '../tables'
import { endSignIns } from './sign-in-requests'
import { revokeDevices } from './voucher-signers'

/**
 * Selects sessions before their stored expiry, with the data that decides whether they are valid
 * (`isLive`).
 */
const selectSessions = (db: Reader | Writer, now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .where('sessions.expires_at', '>', now)
    .select([
      'sessions.token_hash as tokenHash',
      'sessions.user_id as userId',
      'users.vendor_id as vendorId',
      'sessions.created_at',
      'sessions.expires_at',
      'sessions.renewed_at as renewedAt',
      'users.organiser_since',
      'users.blocked_at',
    ])

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['execute']>>[number]

/** When a session expires (ms): an organiser's earlier, even if it began before they became one. */
const expiryOf = ({ organiser_since, created_at, expires_at }: SessionRow) =>
  organiser_since === null ? expires_at : Math.min(expires_at, created_at + ORGANISER_SESSION_MS)

const isLive = (row: SessionRow, now: number) => row.blocked_at === null && expiryOf(row) > now

/** Converts a row; null if the session is not valid. */
function toLiveSession(row: SessionRow, now: number) {
  if (!isLive(row, now)) return null
  const {
    organiser_since,
    blocked_at: _none,
    created_at: _start,
    expires_at: _end,
    ...session
  } = row
  return { ...session, organiser: organiser_since !== null, expiresAt: expiryOf(row) }
}
export type LiveSession = Readonly<NonNullable<ReturnType<typeof toLiveSession>>>

const sessionOf = statementOfOne((db, tokenHash: string, now: number) =>
  selectSessions(db, now).where('sessions.token_hash', '=', tokenHash),
)

export async function findSession(
  db: Reader,
  tokenHash: string,
  now: number,
): Promise<LiveSession | null> {
  const row = await sessionOf(db, tokenHash, now)
  return row === undefined ? null : toLiveSession(row, now)
}

/** Whether a session is due for renewal: once a day at most, and never if it is an organiser's. */
export function isRenewalDue({ renewedAt, organiser }: LiveSession, now: number): boolean {
  return !organiser && now - renewedAt >= SESSION_RENEWAL_MS
}

export async function renewSession(db: Writer, tokenHash: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ renewed_at: now, expires_at: now + SESSION_LIFETIME_MS })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function startSession(
  db: Writer,
  session: { token: string; userId: string; address: string; userAgent: string },
  now: number,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(session.token),
      user_id: session.userId,
      created_at: now,
      renewed_at: now,
      expires_at: now + SESSION_LIFETIME_MS,
      address: session.address,
      user_agent: session.userAgent,
    })
    .execute()
}

/**
 * Deletes sessions. The database then deletes the push subscriptions of their devices. Revokes keys
 * that these sessions registered (fault 78). Returns the number of ended sessions.
 */
async function endSessions(
  db: Writer,
  now: number,
  which: (sessions: ExpressionBuilder<Tables, 'sessions'>) => Expression<SqlBool>,
) {
  const ended = await db.deleteFrom('sessions').where(which).returning('token_hash').execute()
  const tokens = ended.map(({ token_hash }) => token_hash)
  await revokeDevices(db, now, (eb) => eb('token_hash', 'in', textsOf(db, tokens)))
  return ended.length
}

export async function endSession(db: Writer, token: string, now: number): Promise<void> {
  await endSessions(db, now, (eb) => eb('token_hash', '=', hashSecret(token)))
}

/**
 * Ends people's sessions, links, codes and push subscriptions, and revokes their devices' keys.
 * Returns the owner of each link, code and session that was still valid.
 */
export async function endAccess(db: Writer, userIds: readonly string[], now: number) {
  const { links, requests } = await endSignIns(db, userIds)
  const ofThem = selectSessions(db, now).where('sessions.user_id', 'in', textsOf(db, userIds))
  const sessions = (await ofThem.execute()).filter((row) => isLive(row, now))
  await endSessions(db, now, (eb) => eb('user_id', 'in', textsOf(db, userIds)))
  await revokeDevices(db, now, (eb) => eb('user_id', 'in', textsOf(db, userIds)))
  const codes = requests.filter(
    ({ used_at, code_expires_at, link_expires_at }) =>
      used_at === null && Math.max(code_expires_at, link_expires_at) > now,
  )
  return {
    links: links.map(({ user_id }) => user_id),
    codes: codes.flatMap(({ user_id }) => user_id ?? []),
    sessions: sessions.map(({ userId }) => userId),
  }
}

export async function endExpiredSessions(db: Writer, now: number): Promise<number> {
  return await endSessions(db, now, (eb) => {
    const organisers = eb
      .selectFrom('users')
      .where('organiser_since', 'is not', null)
      .select('users.user_id')
    return eb.or([
      eb('expires_at', '<=', now),
      eb.and([eb('created_at', '<=', now - ORGANISER_SESSION_MS), eb('user_id', 'in', organisers)]),
    ])
  })
}

/** Reads a person's valid sessions, last used first. */
export async function readSessions(db: Reader, userId: string, now: number) {
  const rows = await selectSessions(db, now)
    .where('sessions.user_id', '=', userId)
    .select('sessions.user_agent')
    .orderBy('sessions.renewed_at', 'desc')
    .orderBy('sessions.created_at', 'desc')
    .execute()
  return rows.filter((row) => isLive(row, now))
}

/** Ends a person's sessions except the one with this token. */
export async function endOtherSessionsOf(
  db: Writer,
  userId: string,
  token: string,
  now: number,
): Promise<void> {
  await endSessions(db, now, (eb) =>
    eb.and([eb('user_id', '=', userId), eb('token_hash', '!=', hashSecret(token))]),
  )
}

/** The owner of a live stream, with the data that decides which changes concern them. */
export interface StreamOwner extends LiveSession {
  readonly teamId: string | null
  readonly isCaptain: boolean
}

const owners = statement((db, tokenHashes: JsonList<string>, now: number) =>
  selectSessions(db, now)
    .leftJoin('memberships', 'memberships.user_id', 'sessions.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('sessions.token_hash', 'in', textsOf(db, tokenHashes))
    .select(['memberships.team_id as teamId', 'teams.captain_id']),
)

/** Reads the owners of these sessions by token hash. Leaves out sessions that have ended. */
export async function readStreamOwners(
  db: Reader,
  tokenHashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, StreamOwner>> {
  const rows = await owners(db, tokenHashes, now)
  const known = rows.flatMap(({ teamId, captain_id, ...row }) => {
    const session = toLiveSession(row, now)
    return session === null ? [] : [{ ...session, teamId, isCaptain: captain_id === row.userId }]
  })
  return new Map(known.map((owner) => [owner.tokenHash, owner]))
}
