import { hallOf } from './hall'

export interface OfferingBooth {
  readonly vendor_id: string
  readonly name: string
  readonly location: string
  readonly point_types: readonly { readonly point_type: string; readonly points: number }[]
}

export interface NextBooth<B extends OfferingBooth> {
  readonly booth: B
  /**
   * The highest points of a free point type; if all are cooling down, the points of the one that is
   * free first.
   */
  readonly points: number
  /** Seconds until that point type is free; 0 = free now. */
  readonly seconds: number
}

/**
 * Suggests a team's next booth. Prefers booths with something free, first in the team's hall, then
 * by points; while everything cools down, the booth that is free first. null if no booth gives
 * points.
 * @param secondsLeft remaining cooldown of a point type; 0 = free
 * @param hall hall of the team's last award; null if no booth has given any
 */
export function nextBooth<B extends OfferingBooth>(
  booths: readonly B[],
  secondsLeft: (booth: B, pointType: B['point_types'][number]) => number,
  hall: string | null,
): NextBooth<B> | null {
  const offers = booths.flatMap((booth) =>
    booth.point_types
      .filter(({ points }) => points > 0)
      .map((pointType) => ({
        booth,
        points: pointType.points,
        seconds: Math.max(0, secondsLeft(booth, pointType)),
      })),
  )
  const elsewhere = ({ booth, seconds }: (typeof offers)[number]) =>
    seconds === 0 && hallOf(booth.location) !== hall ? 1 : 0
  const [first = null] = offers.toSorted(
    // The sort is stable, so equal booths keep the organiser's order.
    (a, b) => a.seconds - b.seconds || elsewhere(a) - elsewhere(b) || b.points - a.points,
  )
  return first
}
