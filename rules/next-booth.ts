import { hallOf } from './hall'

export interface OfferingBooth {
  readonly vendor_id: string
  readonly name: string
  readonly location: string
  readonly point_types: readonly { readonly point_type: string; readonly points: number }[]
}

export interface NextBooth<B extends OfferingBooth> {
  readonly booth: B
  /** The most that one of its free point types gives; while all cool down, of the one that is free soonest. */
  readonly points: number
  /** Seconds until then; 0 = free now. */
  readonly seconds: number
}

/**
 * Where a team should go next: among the booths where something is free, first those in its hall, then those that give most; while
 * everything cools down, the booth that is free soonest. null if no booth gives points.
 * @param secondsLeft of a point type's pause; 0 = free
 * @param hall of the team's last award; null if no booth has given any
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
    // Stable, so that equal ones keep the organiser's order.
    (a, b) => a.seconds - b.seconds || elsewhere(a) - elsewhere(b) || b.points - a.points,
  )
  return first
}
