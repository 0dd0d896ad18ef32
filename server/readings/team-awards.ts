import type { BoothTotal, Vendor } from '#contract/entities'
import { earnedMedals, type Medal, type MedalEntry } from '#rules/medals'
import type { Reader } from '../db/database'
import { type AwardsPage, readAwardsPage, readTeamEntries } from '../db/queries/awards'
import type { CurrentSettings } from '../db/queries/settings'
import { readJoinTimes } from '../db/queries/teams'

/** What a phone reads of its team's ledger. */
export interface TeamAwards extends AwardsPage {
  readonly booths: BoothTotal[]
  readonly treasures: number
  readonly medals: Medal[]
}

interface EventFacts {
  readonly booths: readonly Vendor[]
  readonly settings: CurrentSettings
}

/** What each booth gave. */
function totalsOf(entries: readonly MedalEntry[]): BoothTotal[] {
  const totals = new Map<string, BoothTotal>()
  for (const { vendorId, points } of entries) {
    if (vendorId === null) continue
    const before = totals.get(vendorId) ?? { vendor_id: vendorId, awards: 0, points: 0 }
    totals.set(vendorId, { ...before, awards: before.awards + 1, points: before.points + points })
  }
  return [...totals.values()].sort((a, b) => (a.vendor_id < b.vendor_id ? -1 : 1))
}

export async function readTeamAwards(db: Reader, teamId: string, { booths, settings }: EventFacts): Promise<TeamAwards> {
  const [page, entries, joinedAt] = await Promise.all([
    readAwardsPage(db, teamId),
    readTeamEntries(db, teamId),
    readJoinTimes(db, teamId),
  ])
  return {
    ...page,
    booths: totalsOf(entries),
    treasures: entries.filter(({ kind }) => kind === 'bonus').length,
    medals: earnedMedals({
      ...{ entries, joinedAt, endsAt: settings.endsAt, timeZone: settings.timeZone },
      booths: booths.map(({ vendor_id: vendorId, location, point_types }) => {
        return { vendorId, location, gives: point_types.length > 0 }
      }),
    }),
  }
}
