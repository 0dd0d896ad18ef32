import type { Team } from '#contract/entities'
import { isTeamFull } from '#rules/membership'
import { type Versioned, versioned } from './prepared'
import { type RankedTeams, showRanked } from './standings'

/** Only staff see the tags of teams, to find a team by its tag while offline. */
export type TeamListReader = 'staff' | 'player'
export type TeamList = Versioned<{ teams: Team[] }>

/** The list of all teams. */
export function writeTeamList({ teams }: RankedTeams, teamMaxMembers: number, reader: TeamListReader): TeamList {
  return versioned({
    teams: teams.map((team) => ({
      ...showRanked(team),
      is_full: isTeamFull(team.memberCount, teamMaxMembers),
      ...(reader === 'staff' ? { nfc_id: team.nfcId } : {}),
    })),
  })
}

/** A frozen list with the points of one team as they are now, for its members (rule 16). */
export function withLivePoints({ version, fields, unchanged }: TeamList, own: { teamId: string; points: number }): TeamList {
  const teams = fields.teams.map((team) => (team.team_id === own.teamId ? { ...team, points: own.points } : team))
  const live = `${version}-${own.points}`
  return { version: live, fields: { teams }, output: { version: live, teams }, unchanged: { ...unchanged, version: live } }
}
