import type { BoothTotal, LatestAward, Team, Vendor } from '#contract/entities'
import type { MatchingTeam } from '#contract/organiser-entities'
import { isTeamFull } from '#rules/membership'
import { compareStandings, type Ranked, rankTeams } from '#rules/ranking'
import type { Database, Reader } from '../db/database'
import { readScores, readStandings, type TeamStanding } from '../db/queries/scores'
import type { CurrentSettings, Freeze, RevealProgress } from '../db/queries/settings'
import { isoTimeOrNull } from '../time'
import { cached, memoizeLast } from './cached'
import { type Versioned, versioned, withRow } from './prepared'

type ListedTeam = Ranked<TeamStanding>
type Roster = ReadonlyMap<string, TeamStanding>

/** All teams that are not disbanded. A new object whenever anything in it changes. */
export interface RankedTeams {
  /** The teams that are not hidden, by rank. */
  readonly teams: readonly ListedTeam[]
  /**
   * Includes hidden teams: their rank is shown only to their own members and affects nobody else's
   * (rule 15).
   */
  readonly byId: ReadonlyMap<string, ListedTeam>
  /** The same object while only scores have changed; its scores may be outdated. */
  readonly roster: Roster
}

/**
 * After awards to more teams than this all standings are read again, because one full query is
 * cheaper than a long list of ids.
 */
const MAX_READ_SINGLY = 32

const byId = <T extends TeamStanding>(teams: readonly T[]) =>
  new Map(teams.map((team) => [team.team_id, team]))

/** Counts the teams with more than `points` in a list that is sorted by points, most first. */
export function countAbove(points: number, teams: readonly { readonly points: number }[]): number {
  let [from, to] = [0, teams.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((teams[middle]?.points ?? 0) > points) from = middle + 1
    else to = middle
  }
  return from
}

function rank(standings: readonly TeamStanding[], roster: Roster = byId(standings)): RankedTeams {
  const teams = rankTeams(standings.filter(({ hidden }) => !hidden))
  const hidden = standings
    .filter((team) => team.hidden)
    .map((team) => ({ ...team, rank: 1 + countAbove(team.points, teams) }))
  return { teams, byId: byId([...teams, ...hidden]), roster }
}

export function showRanked({ team_id, team_name, emblem, points, rank, member_count }: ListedTeam) {
  return { team_id, team_name, emblem, points, rank, member_count }
}

/** Formats a team for organisers, with whether it is hidden. */
export function showMatchingTeam(team: ListedTeam): MatchingTeam {
  return { ...showRanked(team), hidden: team.hidden }
}

async function readChanged(
  db: Reader,
  before: RankedTeams,
  teamIds: readonly string[],
): Promise<RankedTeams> {
  const scores = await readScores(db, teamIds)
  const differs = scores.some(({ team_id, points, reached_at }) => {
    const team = before.byId.get(team_id)
    return team !== undefined && (team.points !== points || team.reached_at !== reached_at)
  })
  if (!differs) return before
  const newest = new Map(scores.map((score) => [score.team_id, score]))
  // Keep the previous order: sorting an almost sorted list is fast.
  const standings = [...before.byId.values()].map((team) => ({
    ...team,
    ...newest.get(team.team_id),
  }))
  return rank(standings, before.roster)
}

/**
 * Creates the cached reading of the standings. After awards only the scores of their teams are read
 * again, so that readings stay fast while awards arrive all the time. After any other change all
 * standings are read again.
 */
export function createStandings({ commits, read }: Database): () => Promise<RankedTeams> {
  return cached(commits, ['roster', 'ledger'], async (before, teamIds) =>
    before === null || teamIds.length > MAX_READ_SINGLY
      ? rank(await readStandings(read))
      : await readChanged(read, before, teamIds),
  )
}

/** Lists teams by rank; of teams with the same rank the covered ones come first. */
function listTeams(
  all: readonly ListedTeam[],
  roster: Roster,
  covered: ReadonlySet<string> = new Set(),
): RankedTeams {
  const coveredFirst = ({ team_id }: ListedTeam) => (covered.has(team_id) ? 0 : 1)
  const teams = all
    .filter(({ hidden }) => !hidden)
    .sort((a, b) => a.rank - b.rank || coveredFirst(a) - coveredFirst(b) || compareStandings(a, b))
  return { teams, byId: byId(all), roster }
}

/**
 * Builds the public ranking from a freeze until the reveal (rule 16). A team disbanded since then
 * still counts for the ranks of other teams; a team founded since then has no points and changes no
 * ranks.
 */
export function showFrozen(roster: Roster, { scores }: Freeze): RankedTeams {
  const ranked = rankTeams(
    scores.filter(({ team_id, hidden }) => !(roster.get(team_id)?.hidden ?? hidden)),
  )
  const frozen = new Map(scores.map((score) => [score.team_id, score]))
  const all = [...roster.values()].map((team) => {
    const { points, reached_at } = frozen.get(team.team_id) ?? { points: 0, reached_at: null }
    return { ...team, points, reached_at, rank: 1 + countAbove(points, ranked) }
  })
  return listTeams(all, roster)
}

/**
 * Builds the ranking during a reveal. A team is shown as at the freeze until it is uncovered, a
 * hidden team until the reveal ends.
 */
export function showRevealing(
  live: RankedTeams,
  frozen: RankedTeams,
  reveal: RevealProgress,
): RankedTeams {
  const covered = new Set(reveal.covered)
  const all = [...live.byId.values()].map((team) =>
    covered.has(team.team_id) || team.hidden ? (frozen.byId.get(team.team_id) ?? team) : team,
  )
  return listTeams(all, live.roster, covered)
}

/**
 * Minimum number of teams in the sum: if there are fewer, a team that knows its own points could
 * compute another team's (rule 16).
 */
const MIN_TEAMS_OF_SUM = 3

/** Sums all teams' points since the freeze; null while too few teams got any. */
export function sumSinceFreeze(live: RankedTeams, frozen: RankedTeams): number | null {
  const gained = live.teams
    .map(({ team_id, points }) => points - (frozen.byId.get(team_id)?.points ?? 0))
    .filter((points) => points !== 0)
  const sum = gained.reduce((all, points) => all + points, 0)
  return gained.length < MIN_TEAMS_OF_SUM || sum <= 0 ? null : sum
}

/**
 * Returns the team uncovered last, followed by the teams of the same place that were uncovered
 * before. Returns no team if the team uncovered last is no longer listed.
 */
export function uncoveredTeams(
  { covered, last }: RevealProgress,
  listed: readonly ListedTeam[],
): readonly ListedTeam[] {
  const team = listed.find(({ team_id }) => team_id === last)
  if (team === undefined) return []
  const equal = listed.filter(
    ({ team_id, rank }) => rank === team.rank && team_id !== last && !covered.includes(team_id),
  )
  // Teams without points have no place that they could share.
  return team.points === 0 ? [team] : [team, ...equal]
}

interface StagedTeam {
  readonly team: ListedTeam
  readonly awards: { readonly booths: readonly BoothTotal[]; readonly treasures: number }
  readonly members: readonly string[]
}

const showUncovered = ({ team, awards, members }: StagedTeam) => ({
  team: showRanked(team),
  members: [...members],
  lit: awards.booths.filter(({ points }) => points > 0).map(({ vendor_id }) => vendor_id),
  treasures: awards.treasures,
})

/**
 * Formats for the projector the team uncovered last, and the uncovered teams that share its place.
 */
export function showReveal(
  reveal: RevealProgress,
  listed: readonly ListedTeam[],
  [last, ...equal]: readonly StagedTeam[],
  vendors: readonly (Pick<Vendor, 'vendor_id'> & { readonly closedAt: number | null })[],
) {
  // Leave out teams that have been hidden or disbanded meanwhile: they have no place to uncover.
  const covered = reveal.covered.filter((id) => listed.some(({ team_id }) => team_id === id))
  if (last === undefined) return { covered, shown: null }
  return {
    covered,
    shown: {
      place: last.team.rank,
      ...showUncovered(last),
      booths: vendors.filter(({ closedAt }) => closedAt === null).map(({ vendor_id }) => vendor_id),
      equal: equal.map(showUncovered),
    },
  }
}

type RankingInput = [
  ranked: RankedTeams,
  latest: readonly LatestAward[],
  settings: CurrentSettings,
  freeze: Freeze | null,
  reveal: ReturnType<typeof showReveal> | null,
  sinceFreeze: number | null,
]
export type VersionedRanking = ReturnType<typeof writeRanking>

function writeRanking(
  limit: number,
  ...[{ teams }, latest, settings, freeze, reveal, sinceFreeze]: RankingInput
) {
  return versioned({
    teams: teams.slice(0, limit).map(showRanked),
    total: teams.length,
    latest: [...latest],
    frozen_at: isoTimeOrNull(freeze?.at ?? null),
    since_freeze: sinceFreeze,
    reveal,
    starts_at: isoTimeOrNull(settings.startsAt),
    ends_at: isoTimeOrNull(settings.endsAt),
    time_zone: settings.timeZone,
  })
}

/**
 * Creates the function that serialises the public ranking: once for each requested number of teams,
 * until something changes.
 */
export function createRanking() {
  const lists = memoizeLast<RankingInput, Map<number, VersionedRanking>>(() => new Map())
  return (limit: number, ...input: RankingInput): VersionedRanking => {
    const written = lists(...input)
    const ranking = written.get(limit) ?? writeRanking(limit, ...input)
    written.set(limit, ranking)
    return ranking
  }
}

/**
 * The kinds of readers of the team list. Only staff get the teams' tags, by which they find a team
 * while offline.
 */
export type TeamListReader = 'staff' | 'player'
type TeamList = Versioned<{ teams: Team[]; frozen_at: string | null }>
export type ShownTeamList = Omit<TeamList, 'fields'>

/** Serialises the list of all teams. */
export function writeTeamList(
  { teams }: RankedTeams,
  freeze: Freeze | null,
  teamMaxMembers: number,
  reader: TeamListReader,
): TeamList {
  return versioned({
    teams: teams.map((team) => ({
      ...showRanked(team),
      // A team without members has nobody to admit players (rule 5).
      is_full: team.member_count === 0 || isTeamFull(team.member_count, teamMaxMembers),
      ...(reader === 'staff' ? { nfc_id: team.nfc_id } : {}),
    })),
    frozen_at: isoTimeOrNull(freeze?.at ?? null),
  })
}

/** Puts the live points of a reader's own team into a frozen list (rule 16). */
export function withLivePoints(
  list: TeamList,
  own: { readonly team_id: string; readonly points: number },
): ShownTeamList {
  const index = list.fields.teams.findIndex(({ team_id }) => team_id === own.team_id)
  const team = list.fields.teams[index]
  // A hidden team is on no list.
  return team === undefined
    ? list
    : withRow(list, `${list.version}-${own.points}`, index, { ...team, points: own.points })
}
