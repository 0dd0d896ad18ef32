import type { Reader } from '../../db/database'
import { readOwnStanding } from '../../readings/own-standing'
import { PreparedOutput } from '../../readings/prepared'
import type { Readings } from '../../readings/readings'

/** The field `user`: a person's own view of their account. */
export async function showUser(db: Reader, readings: Readings, userId: string): Promise<PreparedOutput> {
  const { team, json } = await readings.profile(userId)
  if (team === null) return new PreparedOutput('"user":{', json)
  const { points, rank, memberCount } = await readOwnStanding(db, readings, team.team_id)
  return new PreparedOutput(`"user":{"team":{"points":${points},"rank":${rank},"member_count":${memberCount},`, json)
}
