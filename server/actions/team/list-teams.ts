import { isTeamFull } from '#rules/membership'
import { rankTeams } from '#rules/ranking'
import type { Handler } from '../../call-context'
import { readSettings } from '../../db/queries/settings'
import { readStandings } from '../../db/queries/standings'

/** All teams by rank; only staff see which tag is whose, to find a team by its tag without a network. */
export const listTeams: Handler<'listTeams'> = async (_input, { game, caller }) => {
  const { teamMaxMembers } = await readSettings(game.db.read)
  const ranked = rankTeams(await readStandings(game.db.read))
  const teams = ranked.map((team) => ({
    team_id: team.teamId,
    team_name: team.teamName,
    points: team.points,
    rank: team.rank,
    member_count: team.memberCount,
    is_full: isTeamFull(team.memberCount, teamMaxMembers),
    ...(caller.vendorId === null ? {} : { nfc_id: team.nfcId }),
  }))
  return { teams }
}
