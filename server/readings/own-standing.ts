import type { Reader } from '../db/database'
import { readScores } from '../db/queries/scores'
import { countMembers } from '../db/queries/teams'
import type { Readings } from './readings'
import type { RankedTeams } from './standings'

/** The index of the first team with no more than these points. */
function firstWithAtMost(points: number, teams: RankedTeams['teams']): number {
  let [from, to] = [0, teams.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((teams[middle]?.points ?? 0) > points) from = middle + 1
    else to = middle
  }
  return from
}

/** What a team with points is told of its neighbours in the ranking as it is now: the next better place, and who is behind it. */
export function neighboursOf(points: number, { teams }: RankedTeams) {
  const better = firstWithAtMost(points, teams)
  const ahead = teams[better - 1]
  const behind = teams[firstWithAtMost(points - 1, teams)]
  return {
    goal: ahead === undefined || points <= 0 ? null : { place: ahead.rank, missing: ahead.points - points },
    behind: behind === undefined ? null : { team_name: behind.teamName, points: behind.points },
  }
}

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
