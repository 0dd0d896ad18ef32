import type { Reader } from '../database'
import { jsonTexts } from '../json-rows'
import { statement } from '../statement'
import { type LiveSession, selectSessions, toLiveSession } from './sessions'

/** Whose a live stream is, and what decides which changes concern it. */
export interface StreamOwner extends LiveSession {
  readonly teamId: string | null
  readonly isCaptain: boolean
}

const owners = statement<{ tokens: string; now: number }>()((db, { tokens, now }) =>
  selectSessions(db, now)
    .leftJoin('memberships', 'memberships.user_id', 'sessions.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('sessions.token_hash', 'in', jsonTexts(db, tokens))
    .select(['memberships.team_id', 'teams.captain_id'])
    .compile(),
)

/** The owners of these sessions, by token hash; those that have ended are missing. */
export async function readStreamOwners(
  db: Reader,
  tokenHashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, StreamOwner>> {
  const rows = await owners(db, { tokens: JSON.stringify(tokenHashes), now })
  const known = rows.flatMap((row) => {
    const session = toLiveSession(row, now)
    return session === null ? [] : [{ ...session, teamId: row.team_id, isCaptain: row.captain_id === row.user_id }]
  })
  return new Map(known.map((owner) => [owner.tokenHash, owner]))
}
