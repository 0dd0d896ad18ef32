import { REVEALED_SINGLY } from '#rules/reveal'
import type { TeamPoints } from '../../api/score-queries'

/** A revealed place with its points. */
export interface RevealedPlace {
  readonly teamId: string
  readonly rank: number
  readonly points: number
}

/**
 * The team's place if it was frozen in the previous reading and is uncovered now; else null. Also
 * null for places that are uncovered all at once.
 */
export function revealedPlace(
  teamId: string,
  before: TeamPoints | undefined,
  { frozen, frozen_at, rank, points }: TeamPoints,
): RevealedPlace | null {
  if (before?.frozen_at == null || frozen !== true || frozen_at !== null) return null
  return points > 0 && rank <= REVEALED_SINGLY ? { teamId, rank, points } : null
}
