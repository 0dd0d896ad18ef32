import type { Handler } from '../../call-context'
import { readCooldowns } from '../../db/queries/cooldowns'
import { findTeam, findTeamOf } from '../../db/queries/teams'
import { Refusal } from '../../refusal'

/** For a booth: each of its point types for a team. For a player: their own team's pauses that still run. */
export const checkCooldown: Handler<'checkCooldown'> = async ({ team_id }, { game, caller }) => {
  const db = game.db.read
  if (caller.vendorId === null && (await findTeamOf(db, caller.userId))?.team_id !== team_id) throw new Refusal('FORBIDDEN')
  const team = await findTeam(db, team_id)
  if (team === undefined) throw new Refusal('TEAM_NOT_FOUND')
  const cooldowns = await readCooldowns(db, team_id, game.now(), caller.vendorId)
  return {
    team: { team_id, team_name: team.team_name },
    cooldowns: caller.vendorId === null ? cooldowns.filter((cooldown) => cooldown.remaining_seconds > 0) : cooldowns,
  }
}
