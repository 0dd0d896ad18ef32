import { type Ranked, rankTeams } from '#rules/ranking'
import type { Database } from '../db/database'
import { readScores, readStandings, type TeamStanding } from '../db/queries/standings'

export interface ListedTeam extends TeamStanding {
  /** The fields that seldom change, as JSON: the list of all teams is assembled from these after every change of a score. */
  readonly nameJson: string
  readonly tagJson: string
}

/** All teams that are not disbanded. A new object whenever anything in it changes. */
export interface RankedTeams {
  /** By rank, without the hidden ones. */
  readonly teams: readonly Ranked<ListedTeam>[]
  /** With the hidden ones: the rank of such a team is for its own members, and it counts for nobody else's (rule 15). */
  readonly byId: ReadonlyMap<string, Ranked<ListedTeam>>
  /** The same object while no more than scores has changed. */
  readonly roster: object
}

/** With awards to more teams than this, the standings are reloaded completely: one query is better than a long list of ids. */
const MOST_READ_SINGLY = 32

function toList(team: TeamStanding): ListedTeam {
  const { teamId: team_id, teamName: team_name, nfcId: nfc_id } = team
  return {
    ...team,
    nameJson: JSON.stringify({ team_id, team_name }).slice(1, -1),
    tagJson: JSON.stringify({ nfc_id }).slice(1, -1),
  }
}

function rank(standings: readonly ListedTeam[], roster: object): RankedTeams {
  const teams = rankTeams(standings.filter(({ hidden }) => !hidden))
  const hidden = standings
    .filter((team) => team.hidden)
    .map((team) => ({ ...team, rank: 1 + teams.filter(({ points }) => points > team.points).length }))
  return { teams, byId: new Map([...teams, ...hidden].map((team) => [team.teamId, team])), roster }
}

/**
 * The cached standings. After awards only the scores of their teams are reloaded, so that continuous awards and continuous
 * readings can coexist; after any other change they are reloaded completely.
 */
export function createStandings(db: Database): () => RankedTeams | Promise<RankedTeams> {
  const changed = new Set<string>()
  let known: RankedTeams | null = null
  let isWhole = false
  let running: Promise<RankedTeams> | null = null
  let next: Promise<RankedTeams> | null = null

  db.changes.subscribe((change) => {
    if (change.on === 'accounts' || change.on === 'messages') return
    if (change.on === 'ledger') for (const teamId of change.teamIds) changed.add(teamId)
    else isWhole = false
  })

  const isFresh = () => isWhole && changed.size === 0

  async function bringUpToDate(): Promise<RankedTeams> {
    const before = isWhole && changed.size <= MOST_READ_SINGLY ? known : null
    const teamIds = [...changed]
    changed.clear()
    isWhole = true
    try {
      if (before === null) return rank((await readStandings(db.read)).map(toList), {})
      const scores = await readScores(db.read, teamIds)
      const differs = scores.some(({ teamId, points, reachedAt }) => {
        const team = before.byId.get(teamId)
        return team !== undefined && (team.points !== points || team.reachedAt !== reachedAt)
      })
      if (!differs) return before
      const newest = new Map(scores.map((score) => [score.teamId, score]))
      // In their previous order: sorting an almost sorted list is fast.
      const standings = [...before.byId.values()].map((team) => ({ ...team, ...newest.get(team.teamId) }))
      return rank(standings, before.roster)
    } catch (reason) {
      isWhole = false
      throw reason
    }
  }

  function run(): Promise<RankedTeams> {
    const own = bringUpToDate()
      .then((result) => {
        known = result
        return result
      })
      .finally(() => {
        running = null
      })
    running = own
    return own
  }

  function latest(): RankedTeams | Promise<RankedTeams> {
    if (running === null) return known !== null && isFresh() ? known : run()
    // A running query began before the change. One more serves everybody who asks until it begins.
    if (isFresh()) return running
    next ??= running
      .catch(() => null)
      .then(() => {
        next = null
        // Somebody who asked at this very moment may have begun it: of two at once, the later to end would put old scores back.
        return latest()
      })
    return next
  }
  return latest
}
