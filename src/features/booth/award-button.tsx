import type { PointType } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { teamTexts } from '#i18n/team'
import { formatRemaining } from '#lib/duration'

/** Time in which the same points may not be given again. */
export interface Pause {
  /** Whole seconds left, rounded up; 0 = free. */
  readonly seconds: number
  /** Reckoned by this device: the server has not been told of the award yet, or cannot be asked. */
  readonly predicted: boolean
  /** An old state of the server only warns; what this device has just given, or the server says now, forbids. */
  readonly forbids: boolean
}

interface AwardButtonProps {
  pointType: PointType
  /** Of the element that names what the points are for. */
  labelId: string
  pause: Pause
  /** The last tap is not settled yet. */
  locked: boolean
  onAward: () => void
}

/** One point type: large enough for a thumb in a hurry. */
export function AwardButton({ pointType, labelId, pause, locked, onAward }: AwardButtonProps) {
  const paused = pause.seconds > 0
  const closed = (paused && pause.forbids) || locked
  return (
    <button
      type="button"
      // Not `disabled`: whoever gives points by keyboard goes on from here.
      aria-disabled={closed || undefined}
      onClick={closed ? undefined : onAward}
      className="flex min-h-24 w-full cursor-pointer items-center justify-between gap-4 rounded-card bg-accent px-5 py-4 text-left text-on-accent transition-colors hover:bg-accent/90 aria-disabled:cursor-default aria-disabled:bg-raised aria-disabled:text-soft forced-colors:border forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]"
    >
      <span className="min-w-0">
        <span id={labelId} className="block text-xl leading-tight font-bold">
          {pointType.label}
        </span>
        {paused && <span className="mt-1 block tabular-nums">{awardTexts.pause(formatRemaining(pause.seconds))}</span>}
        {paused && pause.predicted && <span className="block text-sm">{awardTexts.prediction}</span>}
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-3xl leading-none font-bold tabular-nums">+{pointType.points}</span>
        <span className="block text-sm font-semibold">{teamTexts.pointsNoun(pointType.points)}</span>
      </span>
    </button>
  )
}
