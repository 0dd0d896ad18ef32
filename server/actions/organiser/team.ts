import type { Handler } from '../../call-context'
import type { Reader } from '../../db/database'
import { selectAwards, showAward } from '../../db/queries/awards'
import { readTeamHistory } from '../../db/queries/team-history'
import { readMembers } from '../../db/queries/teams'
import type { Readings } from '../../readings/readings'
import { Refusal } from '../../refusal'
import { showFoundTeam } from './show-found-team'

async function readAwards(db: Reader, teamId: string) {
  const rows = await selectAwards(db)
    .where('awards.team_id', '=', teamId)
    .orderBy('awards.awarded_at', 'desc')
    .orderBy('awards.received_at', 'desc')
    .orderBy('awards.award_id')
    .execute()
  return rows.map(showAward)
}

/** A disbanded team has neither score nor members; its ledger and its history stay. */
async function readTeam(db: Reader, readings: Readings, teamId: string) {
  const row = await db
    .selectFrom('teams')
    .leftJoin('tags', 'tags.team_id', 'teams.team_id')
    .where('teams.team_id', '=', teamId)
    .select(['teams.team_id', 'teams.team_name', 'teams.captain_id', 'teams.created_at', 'teams.disbanded_at', 'tags.nfc_id'])
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('TEAM_NOT_FOUND')
  const listed = (await readings.standings()).byId.get(teamId)
  const { captain_id, created_at, disbanded_at, ...team } = row
  const gone = { points: 0, rank: 0, hidden: false, member_count: 0 }
  return {
    captainId: captain_id,
    team: {
      ...(listed === undefined ? { ...team, ...gone } : { ...team, ...showFoundTeam(listed) }),
      created_at: new Date(created_at).toISOString(),
      disbanded_at: disbanded_at === null ? null : new Date(disbanded_at).toISOString(),
    },
  }
}

/** A team with its members, its awards, and all that ever happened to it. */
export const organiserTeam: Handler<'organiserTeam'> = async ({ team_id }, { game, readings }) => {
  const { read } = game.db
  const { team, captainId } = await readTeam(read, readings, team_id)
  const members = (await readMembers(read, team_id)).map(({ user_id, nickname, first_name, last_name, joined_at }) => ({
    ...{ player_id: user_id, nickname, first_name, last_name, is_captain: user_id === captainId },
    joined_at: new Date(joined_at).toISOString(),
  }))
  return { team, members, awards: await readAwards(read, team_id), history: await readTeamHistory(read, team_id) }
}
