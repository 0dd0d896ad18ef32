import type { PointType } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { teamTexts } from '#i18n/team'
import { formatDuration, formatRemaining } from '#lib/duration'

interface PointOffersProps {
  pointTypes: readonly PointType[]
  /** Whole seconds of cooldown left for the viewer's team, by point type; omitted when no team applies. */
  secondsLeft?: ((pointType: string) => number) | undefined
}

function pauseOf({ point_type, cooldown_seconds }: PointType, secondsLeft: PointOffersProps['secondsLeft']): string {
  const left = secondsLeft?.(point_type) ?? 0
  if (left > 0) return awardTexts.pause(formatRemaining(left))
  return cooldown_seconds === 0 ? awardTexts.noPause : awardTexts.pauseOf(formatDuration(cooldown_seconds))
}

/** The point types of a booth, each with its points and its cooldown. */
export function PointOffers({ pointTypes, secondsLeft }: PointOffersProps) {
  return (
    <ul className="flex flex-col gap-2">
      {pointTypes.map((pointType) => (
        <li
          key={pointType.point_type}
          className="flex items-center justify-between gap-3 rounded-control bg-raised px-3 py-3 sm:px-4 text-left"
        >
          <span className="min-w-0">
            <span className="block font-semibold">{pointType.label}</span>
            <span className="block text-sm text-soft tabular-nums">{pauseOf(pointType, secondsLeft)}</span>
          </span>
          <span className="font-bold whitespace-nowrap text-accent tabular-nums">{teamTexts.signedPoints(pointType.points)}</span>
        </li>
      ))}
    </ul>
  )
}
