import type { Award } from '#contract/entities'
import type { TeamPoints } from '../../api/score-queries'

/** Awards per page; older ones are fetched only for the history. */
const PAGE = 100

/** How long arriving points fly into the card's number (ms), which then counts up. */
export const FLIGHT_MS = 450

/** A device's announcements about a team. */
export interface Announced {
  readonly teamId: string
  readonly awardIds: readonly string[]
  readonly medals: readonly string[]
  readonly points: number
  readonly rank: number
  /** The team behind, if known; missing in what an older version stored. */
  readonly behind?: string | undefined
}

/** Points and medals that are announced now. */
export interface Arrival {
  /** Newest first; none if only a medal was earned. */
  readonly awards: readonly Award[]
  readonly medals: readonly string[]
  /** The team's points before. */
  readonly before: number
  /** The gained place; null if none, as while ranks are frozen. */
  readonly place: number | null
  /** The best of the overtaken teams; null if none is known. */
  readonly passed: string | null
}

const scores = ({ voided, points }: Award) => !voided && points > 0

/**
 * Compares a team with the device's last announcement. On a device that has announced nothing yet,
 * nothing is new.
 */
export function arrivalSince(
  teamId: string,
  now: TeamPoints,
  before: Announced | undefined,
): readonly [Announced, Arrival | null] {
  const page = now.awards.slice(0, PAGE)
  const { points, rank, medals = [], behind } = now
  const known = before?.teamId === teamId ? before : undefined
  const knownMedals = known?.medals ?? []
  const next = {
    teamId,
    points,
    rank,
    behind: behind?.team_name,
    awardIds: page.map(({ award_id }) => award_id),
    // A medal lost and earned again is not new.
    medals: [...new Set([...knownMedals, ...medals])],
  }
  if (known === undefined) return [next, null]
  const knownIds = new Set(known.awardIds)
  const awards = page.filter((award) => scores(award) && !knownIds.has(award.award_id))
  const newMedals = medals.filter((medal) => !knownMedals.includes(medal))
  if (awards.length === 0 && newMedals.length === 0) return [next, null]
  const place = awards.length > 0 && rank < known.rank ? rank : null
  // The team overtook `behind` if that was not behind before, and has as many points as the team
  // had then.
  const isPassed =
    behind != null && behind.team_name !== known.behind && behind.points >= known.points
  const passed = place !== null && isPassed ? behind.team_name : null
  return [next, { awards, medals: newMedals, before: known.points, place, passed }]
}

/** Updates the shown arrival with newer data; null if nothing remains. */
export function updated(
  shown: Arrival | null,
  added: Arrival | null,
  now: TeamPoints,
): Arrival | null {
  const scoring = new Set(now.awards.filter(scores).map(({ award_id }) => award_id))
  const awards = [
    ...(added?.awards ?? []),
    ...(shown?.awards ?? []).filter(({ award_id }) => scoring.has(award_id)),
  ]
  const medals = [...(shown?.medals ?? []), ...(added?.medals ?? [])].filter((medal) =>
    now.medals?.includes(medal),
  )
  if (awards.length === 0 && medals.length === 0) return null
  // Return the same object if nothing changed, so that it is not announced again.
  if (
    added === null &&
    awards.length === shown?.awards.length &&
    medals.length === shown.medals.length
  )
    return shown
  const place = added?.place ?? shown?.place ?? null
  const isUnchanged = place === now.rank
  return {
    awards,
    medals,
    before: (shown ?? added)?.before ?? now.points,
    place: isUnchanged ? place : null,
    passed: isUnchanged ? (added?.passed ?? shown?.passed ?? null) : null,
  }
}

export function sumOf({ awards }: Arrival): number {
  return awards.reduce((sum, { points }) => sum + points, 0)
}
