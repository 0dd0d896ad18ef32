import { isTeamFull } from '#rules/membership'
import type { Reader, Writer } from '../../db/database'
import { readSettings } from '../../db/queries/settings'
import { countMembers, findTeam, findTeamOf, type TeamRow } from '../../db/queries/teams'
import { Refusal } from '../../refusal'

/** A team that everybody may see. To others than its members and the organiser, a hidden one does not exist (rule 15). */
export async function requireTeam(db: Reader | Writer, teamId: string): Promise<TeamRow> {
  const team = await findTeam(db, teamId)
  if (team === undefined || team.hidden_at !== null) throw new Refusal('TEAM_NOT_FOUND')
  return team
}

export async function requireOwnTeam(db: Reader | Writer, userId: string): Promise<TeamRow> {
  const team = await findTeamOf(db, userId)
  if (team === undefined) throw new Refusal('NOT_IN_TEAM')
  return team
}

/** The team that the caller leads. */
export async function requireCaptain(db: Reader | Writer, userId: string): Promise<TeamRow> {
  const team = await requireOwnTeam(db, userId)
  if (team.captain_id !== userId) throw new Refusal('NOT_CAPTAIN')
  return team
}

/** Checked in the transaction: the organiser may have just made the player a booth's staff, or blocked them. */
export async function requireTeamless(db: Writer, userId: string): Promise<void> {
  const user = await db.selectFrom('users').where('user_id', '=', userId).select(['vendor_id', 'blocked_at']).executeTakeFirst()
  if (user?.vendor_id !== null) throw new Refusal('FORBIDDEN')
  if (user.blocked_at !== null) throw new Refusal('BLOCKED')
  if ((await findTeamOf(db, userId)) !== undefined) throw new Refusal('ALREADY_IN_TEAM')
}

/** Rule 4. */
export async function requirePlace(db: Reader | Writer, teamId: string): Promise<void> {
  const { teamMaxMembers } = await readSettings(db)
  if (isTeamFull(await countMembers(db, teamId), teamMaxMembers)) throw new Refusal('TEAM_FULL')
}
