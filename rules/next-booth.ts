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
   * The highest points of a point type without a running cooldown; if all are cooling down, the
   * points of the type whose cooldown ends first.
   */
  readonly points: number
  /** Seconds until that point type's cooldown ends; 0 if none is running. */
  readonly seconds: number
}

/**
 * Suggests a team's next booth. Prefers booths that can give points now: first those in the team's
 * hall, then those with the most points. While everything is cooling down, suggests the booth whose
 * cooldown ends first. null if no booth gives points.
 * @param secondsLeft remaining cooldown of a point type; 0 if none is running
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
