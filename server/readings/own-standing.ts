import type { Reader } from '../db/database'
import { readScores } from '../db/queries/standings'
import { countMembers } from '../db/queries/teams'
import type { Readings } from './readings'

/** What a team sees of itself: its points are live, its rank is frozen like everybody's (rule 16). */
export async function readOwnStanding(db: Reader, readings: Readings, teamId: string) {
  const live = await readings.standings()
  const shown = await readings.shownStandings()
  const listed = live.byId.get(teamId)
  // The cached standings lack a team that another server has just founded.
  const points = listed?.points ?? (await readScores(db, [teamId]))[0]?.points ?? 0
  const memberCount = listed?.memberCount ?? (await countMembers(db, teamId))
  const counted = shown === live ? points : 0
  const rank = shown.byId.get(teamId)?.rank ?? 1 + shown.teams.filter((team) => team.points > counted).length
  return { points, rank, memberCount }
}
