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
  /** By rank, without the hidden ones. */
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
 * Reload all standings after awards to more teams than this: one full query is cheaper than a long
 * list of ids.
 */
const MAX_READ_SINGLY = 32

const byId = <T extends TeamStanding>(teams: readonly T[]) =>
  new Map(teams.map((team) => [team.team_id, team]))

/** Counts the teams with more points in a list sorted by points, descending. */
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

/** Formats a team for organisers: live, and with whether it is hidden. */
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
 * The cached standings. After awards only the scores of their teams are reloaded, so that continuous awards and continuous
 * readings can coexist; after any other change they are reloaded completely.
 */
export function createStandings({ commits, read }: Database): () => Promise<RankedTeams> {
  return cached(commits, ['roster', 'ledger'], async (before, teamIds) =>
    before === null || teamIds.length > MAX_READ_SINGLY
      ? rank(await readStandings(read))
      : await readChanged(read, before, teamIds),
  )
}

/** Lists ranked teams; among equals the covered ones come first. */
function listTeams(
  all: readonly ListedTeam[],
  roster: Roster,
  covered: ReadonlySet<string> = new Set(),
): RankedTeams {
  const isRevealed = ({ team_id }: ListedTeam) => (covered.has(team_id) ? 0 : 1)
  const teams = all
    .filter(({ hidden }) => !hidden)
    .sort((a, b) => a.rank - b.rank || isRevealed(a) - isRevealed(b) || compareStandings(a, b))
  return { teams, byId: byId(all), roster }
}

/**
 * Builds the public ranking from a freeze until the reveal (rule 16). Teams disbanded since still
 * count for the ranks of other teams; a team founded since has no points and changes no ranks.
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
 * Builds the ranking during a reveal: a team is live once uncovered; a hidden team only after the
 * whole reveal.
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
 * Minimum number of teams in the sum: with fewer, a team that knows its own points could compute
 * another's (rule 16).
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
 * Returns the team uncovered last, followed by earlier uncovered teams on the same place. Empty if
 * that team is no longer listed.
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
  // Teams without points share no place.
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

/** Formats the team uncovered last, and those that share its place, for the projector. */
export function showReveal(
  reveal: RevealProgress,
  listed: readonly ListedTeam[],
  [last, ...equal]: readonly StagedTeam[],
  vendors: readonly (Pick<Vendor, 'vendor_id'> & { readonly closedAt: number | null })[],
) {
  // Leave out teams hidden or disbanded since: they have no place to uncover.
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
 * Creates the public ranking's writer, which serialises each length once until something changes.
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

/** Only staff get teams' tags, to find a team by its tag while offline. */
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

/** Shows a team's members its live points in a frozen list (rule 16). */
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
