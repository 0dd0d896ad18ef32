import { inUseTexts } from '#texts/event-faults'
import type { Writer } from '../../db/database'
import { readActiveOrganisers } from '../../db/queries/accounts'
import { findTeam, type TeamRow } from '../../db/queries/teams'
import { Refusal } from '../../refusal'

/**
 * Rule 22: throws IN_USE if this person is the last organiser who can sign in. Checked inside the
 * transaction, because two organisers may remove each other at once.
 */
export async function requireOtherOrganiser(db: Writer, userId: string): Promise<void> {
  const active = await readActiveOrganisers(db)
  if (active.size === 1 && active.has(userId))
    throw new Refusal('IN_USE', {}, inUseTexts.lastOrganiser)
}

/** Returns a team, also a hidden one. Throws TEAM_NOT_FOUND if it is disbanded. */
export async function requireActiveTeam(db: Writer, teamId: string): Promise<TeamRow> {
  const team = await findTeam(db, teamId)
  if (team === undefined) throw new Refusal('TEAM_NOT_FOUND')
  return team
}
