import type { LatestAward, Team } from '#contract/entities'
import { isTeamFull } from '#rules/membership'
import { compareStandings, rankTeams } from '#rules/ranking'
import type { CurrentSettings, Freeze } from '../db/queries/settings'
import { isoTimeOrNull } from '../iso-time'
import { madeOnce } from './cached'
import { type Versioned, versioned, withRow } from './prepared'
import { type RankedTeams, showRanked } from './standings'

/**
 * The ranking as everybody sees it from a freeze until the reveal (rule 16). Teams that were disbanded since
 * still count for the ranks of others; a team that was founded since has no points and moves nobody.
 */
export function showFrozen(roster: RankedTeams['roster'], { scores }: Freeze): RankedTeams {
  const ranked = rankTeams(scores.filter(({ teamId, hidden }) => !(roster.get(teamId)?.hidden ?? hidden)))
  const rankOf = (points: number) => 1 + ranked.filter((other) => other.points > points).length
  const frozen = new Map(scores.map((score) => [score.teamId, score]))
  const all = [...roster.values()].map((team) => {
    const { points, reachedAt } = frozen.get(team.teamId) ?? { points: 0, reachedAt: null }
    return { ...team, points, reachedAt, rank: rankOf(points) }
  })
  const teams = all.filter(({ hidden }) => !hidden).sort((a, b) => a.rank - b.rank || compareStandings(a, b))
  return { teams, byId: new Map(all.map((team) => [team.teamId, team])), roster }
}

type Source = [ranked: RankedTeams, latest: readonly LatestAward[], settings: CurrentSettings, freeze: Freeze | null]
export type Ranking = ReturnType<typeof writeRanking>

function writeRanking(limit: number, ...[{ teams }, latest, settings, freeze]: Source) {
  return versioned({
    teams: teams.slice(0, limit).map(showRanked),
    total: teams.length,
    latest: [...latest],
    frozen_at: isoTimeOrNull(freeze?.at ?? null),
    starts_at: isoTimeOrNull(settings.startsAt),
    ends_at: isoTimeOrNull(settings.endsAt),
    time_zone: settings.timeZone,
  })
}

/** The ranking's first teams, written once per length while nothing in it changes. */
export function createRanking() {
  const lists = madeOnce<Source, Map<number, Ranking>>(() => new Map())
  return (limit: number, ...source: Source): Ranking => {
    const written = lists(...source)
    const ranking = written.get(limit) ?? writeRanking(limit, ...source)
    written.set(limit, ranking)
    return ranking
  }
}

/** Only staff see the tags of teams, to find a team by its tag while offline. */
export type TeamListReader = 'staff' | 'player'
export type TeamList = Versioned<{ teams: Team[] }>
export type ShownTeamList = Omit<TeamList, 'fields'>

/** The list of all teams. */
export function writeTeamList({ teams }: RankedTeams, teamMaxMembers: number, reader: TeamListReader): TeamList {
  return versioned({
    teams: teams.map((team) => ({
      ...showRanked(team),
      is_full: isTeamFull(team.memberCount, teamMaxMembers),
      ...(reader === 'staff' ? { nfc_id: team.nfcId } : {}),
    })),
  })
}

/** A frozen list with the points of one team as they are now, for its members (rule 16). */
export function withLivePoints(list: TeamList, own: { readonly teamId: string; readonly points: number }): ShownTeamList {
  const index = list.fields.teams.findIndex(({ team_id }) => team_id === own.teamId)
  const team = list.fields.teams[index]
  // A hidden team is on no list.
  return team === undefined ? list : withRow(list, `${list.version}-${own.points}`, index, { ...team, points: own.points })
}
