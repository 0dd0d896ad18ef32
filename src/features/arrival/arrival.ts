import type { Output } from '#contract/call'
import type { teamPoints } from '#contract/calls/team'
import type { Award } from '#contract/entities'

export type TeamPoints = Output<typeof teamPoints>

/** Awards of one page: older ones are fetched for the history alone. */
const PAGE = 100

/** What a device has told about a team. */
export interface Told {
  readonly teamId: string
  readonly awardIds: readonly string[]
  readonly medals: readonly string[]
  readonly points: number
  readonly rank: number
}

/** Points and medals that are told now. */
export interface Arrival {
  /** Newest first; none if only a medal was earned. */
  readonly awards: readonly Award[]
  readonly medals: readonly string[]
  /** The team's points before. */
  readonly before: number
  /** The place that was gained; null if none was. A frozen rank stays the same, so that no place is told. */
  readonly place: number | null
  /** The best of the teams that were passed on the way there; null if none is known. */
  readonly passed: string | null
}

const scores = ({ voided, points }: Award) => !voided && points > 0

/** What is new since the device last told something. On a device that has told nothing yet, everything is known. */
export function newsOf(teamId: string, now: TeamPoints, told: Told | undefined): readonly [Told, Arrival | null] {
  const page = now.awards.slice(0, PAGE)
  const { points, rank, medals = [], behind } = now
  const known = told?.teamId === teamId ? told : undefined
  const toldMedals = known?.medals ?? []
  const next = {
    ...{ teamId, points, rank },
    awardIds: page.map(({ award_id }) => award_id),
    // One that was taken back and is earned again is no news.
    medals: [...new Set([...toldMedals, ...medals])],
  }
  if (known === undefined) return [next, null]
  const knownIds = new Set(known.awardIds)
  const awards = page.filter((award) => scores(award) && !knownIds.has(award.award_id))
  const newMedals = medals.filter((medal) => !toldMedals.includes(medal))
  if (awards.length === 0 && newMedals.length === 0) return [next, null]
  const place = awards.length > 0 && rank < known.rank ? rank : null
  // Who has fewer points now, and not fewer than the team had.
  const passed = place !== null && behind != null && behind.points >= known.points ? behind.team_name : null
  return [next, { awards, medals: newMedals, before: known.points, place, passed }]
}

/** What is still true of an arrival that is being told, with what arrived meanwhile; null if nothing is left of it. */
export function updated(shown: Arrival | null, news: Arrival | null, now: TeamPoints): Arrival | null {
  const standing = new Set(now.awards.filter(scores).map(({ award_id }) => award_id))
  const awards = [...(news?.awards ?? []), ...(shown?.awards ?? []).filter(({ award_id }) => standing.has(award_id))]
  const medals = [...(shown?.medals ?? []), ...(news?.medals ?? [])].filter((medal) => now.medals?.includes(medal))
  if (awards.length === 0 && medals.length === 0) return null
  // The same object while nothing changes, so that it is not told anew.
  if (news === null && awards.length === shown?.awards.length && medals.length === shown.medals.length) return shown
  const place = news?.place ?? shown?.place ?? null
  const holds = place === now.rank
  return {
    ...{ awards, medals, before: (shown ?? news)?.before ?? now.points },
    place: holds ? place : null,
    passed: holds ? (news?.passed ?? shown?.passed ?? null) : null,
  }
}

export function sumOf({ awards }: Arrival): number {
  return awards.reduce((sum, { points }) => sum + points, 0)
}
