import type { Reader } from '../../db/database'
import { readScore } from '../../db/queries/standings'
import { countMembers } from '../../db/queries/teams'
import { PreparedOutput } from '../../readings/prepared'
import type { Readings } from '../../readings/readings'

async function readStanding(db: Reader, readings: Readings, teamId: string) {
  const listed = (await readings.standings()).byId.get(teamId)
  if (listed !== undefined) return listed
  // The cached standings lack a team that another server has just founded.
  return { ...(await readScore(db, teamId)), memberCount: await countMembers(db, teamId) }
}

/** The field `user`: a person's own view of their account. */
export async function showUser(db: Reader, readings: Readings, userId: string): Promise<PreparedOutput> {
  const { team, json } = await readings.profile(userId)
  if (team === null) return new PreparedOutput('"user":{', json)
  const { points, rank, memberCount } = await readStanding(db, readings, team.team_id)
  return new PreparedOutput(`"user":{"team":{"points":${points},"rank":${rank},"member_count":${memberCount},`, json)
}
