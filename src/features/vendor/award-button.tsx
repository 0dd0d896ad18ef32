import type { PointType } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { teamTexts } from '#i18n/team'
import { formatRemaining } from '#lib/duration'

interface AwardButtonProps {
  pointType: PointType
  /** Whole seconds left, rounded up. */
  pauseSeconds: number
  /** The pause is this device's own reckoning: the server has not been told of the award yet. */
  predicted: boolean
  /** The last tap is not settled yet. */
  locked: boolean
  onAward: () => void
}

/** One point type: large enough for a thumb in a hurry. */
export function AwardButton({ pointType, pauseSeconds, predicted, locked, onAward }: AwardButtonProps) {
  const paused = pauseSeconds > 0
  return (
    <button
      type="button"
      disabled={paused || locked}
      onClick={onAward}
      className="flex min-h-24 w-full cursor-pointer items-center justify-between gap-4 rounded-card bg-accent px-5 py-4 text-left text-on-accent transition-colors hover:bg-accent/90 disabled:cursor-default disabled:bg-raised disabled:text-soft"
    >
      <span className="min-w-0">
        <span className="block text-xl leading-tight font-bold">{pointType.label}</span>
        {paused && <span className="mt-1 block tabular-nums">{awardTexts.pause(formatRemaining(pauseSeconds))}</span>}
        {paused && predicted && <span className="block text-sm">{awardTexts.prediction}</span>}
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-3xl leading-none font-bold tabular-nums">+{pointType.points}</span>
        <span className="block text-sm font-semibold">{teamTexts.pointsNoun(pointType.points)}</span>
      </span>
    </button>
  )
}
