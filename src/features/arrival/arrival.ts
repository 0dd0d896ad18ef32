import { AWARDS_PAGE, type Award } from '#contract/entities'
import type { TeamPoints } from '../../api/score-queries'

/** How long arriving points fly into the card's number (ms), which then counts up. */
export const FLIGHT_MS = 450

/** A team's state when this device last looked for news; all news up to then are announced. */
export interface Announced {
  readonly teamId: string
  readonly awardIds: readonly string[]
  readonly medals: readonly string[]
  readonly points: number
  readonly rank: number
  /** The name of the team one place behind, if known. Older app versions did not store it. */
  readonly behind?: string | undefined
}

/** Points and medals that are announced now. */
export interface Arrival {
  /** Newest first; none if only a medal was earned. */
  readonly awards: readonly Award[]
  readonly medals: readonly string[]
  /** The team's points before the arrival. */
  readonly before: number
  /** The team's new, better place; null if it gained none, for example while ranks are frozen. */
  readonly place: number | null
  /** The best of the overtaken teams; null if none is known. */
  readonly passed: string | null
}

const scores = ({ voided, points }: Award) => !voided && points > 0

/**
 * Compares a team's points with the device's last announcement. Returns the next announcement, and
 * the arrival or null. On a device that has announced nothing about the team yet, nothing is new.
 */
export function arrivalSince(
  teamId: string,
  now: TeamPoints,
  before: Announced | undefined,
): readonly [Announced, Arrival | null] {
  // Older awards are fetched only for the history, so they are no news.
  const page = now.awards.slice(0, AWARDS_PAGE)
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
  // The team has overtaken `behind` if another team was behind it before, and if `behind` has at
  // least as many points as the team had before.
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
  // Where the device's last announcement could not be read in time, `added` may repeat what is
  // shown.
  const addedIds = new Set(added?.awards.map(({ award_id }) => award_id))
  const awards = [
    ...(added?.awards ?? []),
    ...(shown?.awards ?? []).filter(
      ({ award_id }) => scoring.has(award_id) && !addedIds.has(award_id),
    ),
  ]
  const medals = [...new Set([...(shown?.medals ?? []), ...(added?.medals ?? [])])].filter(
    (medal) => now.medals?.includes(medal),
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
