import type { User } from '#contract/entities'
import type { Reader } from '../../db/database'
import { readProfile } from '../../db/queries/users'
import { readOwnStanding } from '../../readings/own-standing'
import type { Readings } from '../../readings/readings'

/** A person's own view of their account. */
export async function showUser(db: Reader, readings: Readings, userId: string): Promise<{ user: User }> {
  const { person, team } = await readProfile(db, userId)
  if (team === null) return { user: { ...person, team } }
  const { points, rank, memberCount } = await readOwnStanding(db, readings, team.team_id)
  return { user: { ...person, team: { ...team, points, rank, member_count: memberCount } } }
}
