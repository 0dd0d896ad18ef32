import type { Reader } from '../database'
import { jsonTexts } from '../json-rows'
import { statement } from '../statement'
import type { LiveSession } from './sessions'

/** Whose a live stream is, and what decides which changes concern it. */
export interface StreamOwner extends Omit<LiveSession, 'renewedAt'> {
  readonly teamId: string | null
  readonly isCaptain: boolean
}

const owners = statement<{ tokens: string; now: number }>()((db, { tokens, now }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.user_id', 'sessions.user_id')
    .leftJoin('memberships', 'memberships.user_id', 'sessions.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('sessions.token_hash', 'in', jsonTexts(db, tokens))
    .where('sessions.expires_at', '>', now)
    .select([
      'sessions.token_hash',
      'sessions.user_id',
      'sessions.expires_at',
      'users.vendor_id',
      'users.organiser_since',
      'memberships.team_id',
      'teams.captain_id',
    ])
    .compile(),
)

/** The owners of these sessions, by token hash; those that have ended are missing. */
export async function readStreamOwners(
  db: Reader,
  tokenHashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, StreamOwner>> {
  const rows = await owners(db, { tokens: JSON.stringify(tokenHashes), now })
  return new Map(
    rows.map((row) => [
      row.token_hash,
      {
        tokenHash: row.token_hash,
        userId: row.user_id,
        vendorId: row.vendor_id,
        organiser: row.organiser_since !== null,
        teamId: row.team_id,
        isCaptain: row.captain_id === row.user_id,
        expiresAt: row.expires_at,
      },
    ]),
  )
}
