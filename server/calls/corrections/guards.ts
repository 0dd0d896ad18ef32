import { inUseTexts } from '#texts/event-faults'
import type { Writer } from '../../db/database'
import { readActiveOrganisers } from '../../db/queries/accounts'
import { findTeam, type TeamRow } from '../../db/queries/teams'
import { Refusal } from '../../refusal'

/**
 * Rule 22: requires another organiser who can sign in. Checked inside the transaction, because two
 * organisers may remove each other at once.
 */
export async function requireOtherOrganiser(db: Writer, userId: string): Promise<void> {
  const active = await readActiveOrganisers(db)
  if (active.size === 1 && active.has(userId))
    throw new Refusal('IN_USE', {}, inUseTexts.lastOrganiser)
}

/** Returns a team that is not disbanded, hidden or not. */
export async function requireActiveTeam(db: Writer, teamId: string): Promise<TeamRow> {
  const team = await findTeam(db, teamId)
  if (team === undefined) throw new Refusal('TEAM_NOT_FOUND')
  return team
}
