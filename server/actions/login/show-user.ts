import type { User } from '#contract/entities'
import type { Reader } from '../../db/database'
import { readScore } from '../../db/queries/standings'
import { countMembers } from '../../db/queries/teams'
import type { Profile } from '../../db/queries/users'
import type { Readings } from '../../readings/readings'

async function showTeam(db: Reader, readings: Readings, { team }: Profile): Promise<User['team']> {
  if (team === null) return null
  const listed = (await readings.standings()).byId.get(team.team_id)
  if (listed !== undefined) return { ...team, points: listed.points, rank: listed.rank, member_count: listed.memberCount }
  // The standings lack a team that another server has only just founded.
  return { ...team, ...(await readScore(db, team.team_id)), member_count: await countMembers(db, team.team_id) }
}

/** A person as they see themselves. */
export async function showUser(db: Reader, readings: Readings, userId: string): Promise<User> {
  const profile = await readings.profile(userId)
  return {
    ...profile.person,
    vendor_id: profile.vendorId,
    vendor: profile.vendor,
    team: await showTeam(db, readings, profile),
    pending_team: profile.pendingTeam,
  }
}
