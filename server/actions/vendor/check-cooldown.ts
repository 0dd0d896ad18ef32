import type { Handler } from '../../call-context'
import { type LastGiven, readLastGivenBy, showCooldown } from '../../db/queries/cooldowns'
import { findTeam, findTeamOf } from '../../db/queries/teams'
import { Refusal } from '../../refusal'

/** For a booth: each of its point types for a team. For a player: their own team's pauses that still run. */
export const checkCooldown: Handler<'checkCooldown'> = async ({ team_id }, { game, caller, readings }) => {
  const [db, now] = [game.db.read, game.now()]
  const show = ({ vendor_id, point_type, cooldown_seconds, latest }: LastGiven) =>
    showCooldown({ vendor_id, team_id, point_type }, cooldown_seconds, latest, now)

  if (caller.vendorId === null) {
    const own = await findTeamOf(db, caller.userId)
    if (own?.team_id !== team_id) throw new Refusal('FORBIDDEN')
    const cooldowns = (await readings.lastGiven(team_id)).map(show)
    const team = { team_id, team_name: own.team_name }
    return { team, cooldowns: cooldowns.filter((cooldown) => cooldown.remaining_seconds > 0) }
  }
  const team = await findTeam(db, team_id)
  if (team === undefined) throw new Refusal('TEAM_NOT_FOUND')
  const cooldowns = (await readLastGivenBy(db, caller.vendorId, team_id)).map(show)
  return { team: { team_id, team_name: team.team_name }, cooldowns }
}
