import type { LatestAward } from '#contract/entities'
import type { Freeze } from '../db/queries/freeze'
import type { EventSettings } from '../event-settings'
import { isoTimeOrNull } from '../iso-time'
import { PreparedOutput, versioned } from './prepared'
import type { RankedTeams } from './standings'

/** The inputs of a ranking. Each is the same object while its content is the same. */
export interface RankingSource {
  readonly ranked: RankedTeams
  readonly latest: readonly LatestAward[]
  readonly settings: EventSettings
  readonly freeze: Freeze | null
}

export interface Ranking {
  readonly version: string
  readonly output: PreparedOutput
  /** The same without the teams, for callers with this version. */
  readonly unchanged: PreparedOutput
}

function writeRanking({ ranked: { teams }, latest, settings, freeze }: RankingSource, limit: number): Ranking {
  const entries = teams
    .slice(0, limit)
    .map(
      ({ nameJson, points, rank, memberCount }) =>
        `{${nameJson},"points":${points},"rank":${rank},"member_count":${memberCount}}`,
    )
  const around = JSON.stringify({
    total: teams.length,
    latest,
    frozen_at: isoTimeOrNull(freeze?.at ?? null),
    starts_at: isoTimeOrNull(settings.startsAt),
    ends_at: isoTimeOrNull(settings.endsAt),
  }).slice(1, -1)
  const { version, output } = versioned(`"teams":[${entries.join(',')}],${around}`)
  const unchanged = new PreparedOutput(`"version":"${version}","unchanged":true,"teams":[],${around}}`)
  return { version, output, unchanged }
}

/** The ranking's first teams, serialised once per length while its inputs are the same. */
export function createRanking() {
  const written = new Map<number, Ranking>()
  let source: RankingSource | null = null
  return (current: RankingSource, limit: number): Ranking => {
    const { ranked, latest, settings, freeze } = current
    const isSame = source?.ranked === ranked && source.latest === latest && source.settings === settings
    if (!isSame || source?.freeze !== freeze) written.clear()
    source = current
    const ranking = written.get(limit) ?? writeRanking(current, limit)
    written.set(limit, ranking)
    return ranking
  }
}
