import type { LatestAward } from '#contract/entities'
import type { Freeze } from '../db/queries/freeze'
import type { EventSettings } from '../event-settings'
import { isoTimeOrNull } from '../iso-time'
import { madeOnce } from './cached'
import { versioned } from './prepared'
import { type RankedTeams, showRanked } from './standings'

type Source = [ranked: RankedTeams, latest: readonly LatestAward[], settings: EventSettings, freeze: Freeze | null]
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
