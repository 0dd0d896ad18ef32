import type { Handler } from '../../call-context'
import { readCooldowns, showCooldown } from '../../db/queries/cooldowns'
import { findTeam, findTeamOf } from '../../db/queries/teams'
import { Refusal } from '../../refusal'

/** For a booth: each of its point types for a team. For a player: their own team's pauses that still run. */
export const checkCooldown: Handler<'checkCooldown'> = async ({ team_id }, { game, caller, readings }) => {
  const [db, now] = [game.db.read, game.now()]
  if (caller.vendorId === null) {
    const own = await findTeamOf(db, caller.userId)
    if (own?.team_id !== team_id) throw new Refusal('FORBIDDEN')
    const cooldowns = (await readings.lastGiven(team_id)).map((given) => showCooldown(team_id, given, now))
    const { team_name } = own
    return { team: { team_id, team_name }, cooldowns: cooldowns.filter((cooldown) => cooldown.remaining_seconds > 0) }
  }
  const team = await findTeam(db, team_id)
  if (team === undefined) throw new Refusal('TEAM_NOT_FOUND')
  const { team_name } = team
  return { team: { team_id, team_name }, cooldowns: await readCooldowns(db, team_id, now, caller.vendorId) }
}
