import type { FoundTeam } from '#contract/organiser-entities'
import { type Ranked, rankTeams } from '#rules/ranking'
import type { Database, Reader } from '../db/database'
import { readScores, readStandings, type TeamStanding } from '../db/queries/scores'
import { cached } from './cached'

export type ListedTeam = Ranked<TeamStanding>

/** All teams that are not disbanded. A new object whenever anything in it changes. */
export interface RankedTeams {
  /** By rank, without the hidden ones. */
  readonly teams: readonly ListedTeam[]
  /** With the hidden ones: the rank of such a team is for its own members, and it counts for nobody else's (rule 15). */
  readonly byId: ReadonlyMap<string, ListedTeam>
  /** The same object while no more than scores has changed; its scores may be old. */
  readonly roster: ReadonlyMap<string, TeamStanding>
}

/** With awards to more teams than this, the standings are reloaded completely: one query is better than a long list of ids. */
const MOST_READ_SINGLY = 32

const byId = <T extends TeamStanding>(teams: readonly T[]) => new Map(teams.map((team) => [team.teamId, team]))

function rank(standings: readonly TeamStanding[], roster: RankedTeams['roster'] = byId(standings)): RankedTeams {
  const teams = rankTeams(standings.filter(({ hidden }) => !hidden))
  const hidden = standings
    .filter((team) => team.hidden)
    .map((team) => ({ ...team, rank: 1 + teams.filter(({ points }) => points > team.points).length }))
  return { teams, byId: byId([...teams, ...hidden]), roster }
}

export function showRanked({ teamId: team_id, teamName: team_name, points, rank, memberCount, emblem }: ListedTeam) {
  return { team_id, team_name, emblem, points, rank, member_count: memberCount }
}

/** As the organiser sees it: live, and with whether it is hidden. */
export function showFoundTeam(team: ListedTeam): FoundTeam {
  return { ...showRanked(team), hidden: team.hidden }
}

async function readChanged(db: Reader, before: RankedTeams, teamIds: readonly string[]): Promise<RankedTeams> {
  const scores = await readScores(db, teamIds)
  const differs = scores.some(({ teamId, points, reachedAt }) => {
    const team = before.byId.get(teamId)
    return team !== undefined && (team.points !== points || team.reachedAt !== reachedAt)
  })
  if (!differs) return before
  const newest = new Map(scores.map((score) => [score.teamId, score]))
  // In their previous order: sorting an almost sorted list is fast.
  const standings = [...before.byId.values()].map((team) => ({ ...team, ...newest.get(team.teamId) }))
  return rank(standings, before.roster)
}

/**
 * The cached standings. After awards only the scores of their teams are reloaded, so that continuous awards and continuous
 * readings can coexist; after any other change they are reloaded completely.
 */
export function createStandings({ changes, read }: Database): () => Promise<RankedTeams> {
  return cached(changes, ['roster', 'ledger'], async (before, teamIds) =>
    before === null || teamIds.length > MOST_READ_SINGLY
      ? rank(await readStandings(read))
      : await readChanged(read, before, teamIds),
  )
}
