import type { User } from '#contract/entities'
import type { Reader } from '../../db/database'
import { readScore } from '../../db/queries/standings'
import { countMembers } from '../../db/queries/teams'
import { type Profile, readProfile } from '../../db/queries/users'
import type { Readings } from '../../readings/readings'

async function showTeam(
  db: Reader,
  readings: Readings,
  { user_id, team_id, team_name, captain_id }: Profile,
): Promise<User['team']> {
  if (team_id === null || team_name === null) return null
  const team = { team_id, team_name, is_captain: captain_id === user_id }
  const standing = (await readings.standings()).byId.get(team_id)
  if (standing !== undefined) {
    return { ...team, points: standing.points, rank: standing.rank, member_count: standing.memberCount }
  }
  // The standings lack a team that another server has only just founded.
  return { ...team, ...(await readScore(db, team_id)), member_count: await countMembers(db, team_id) }
}

/** A person as they see themselves. */
export async function showUser(db: Reader, readings: Readings, userId: string): Promise<User> {
  const profile = await readProfile(db, userId)
  const { vendor_id, vendor_name, pending_team_id, pending_team_name } = profile
  const hasRequest = pending_team_id !== null && pending_team_name !== null
  return {
    id: profile.user_id,
    first_name: profile.first_name,
    last_name: profile.last_name,
    nickname: profile.nickname,
    email: profile.email,
    mobile: profile.mobile,
    vendor_id,
    vendor: vendor_id === null || vendor_name === null ? null : { vendor_id, name: vendor_name },
    team: await showTeam(db, readings, profile),
    pending_team: hasRequest ? { team_id: pending_team_id, team_name: pending_team_name } : null,
  }
}
