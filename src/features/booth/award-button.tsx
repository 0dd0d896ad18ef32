import type { PointType } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { teamTexts } from '#i18n/team'
import { formatRemaining } from '#lib/duration'

/** The cooldown of a point type for one team. */
export interface Pause {
  /** Whole seconds left, rounded up; 0 = no cooldown. */
  readonly seconds: number
  /** Calculated on this device, because the server doesn't know of the award yet or can't be reached. */
  readonly predicted: boolean
  /**
   * True if the button must be disabled: this device has an award waiting or has seen it recorded, or the server's state is
   * current. Stale server data only warns.
   */
  readonly forbids: boolean
}

interface AwardButtonProps {
  pointType: PointType
  /** The id of the element that names the point type. */
  labelId: string
  pause: Pause
  /** True while the last tap is being stored, and briefly after it. */
  locked: boolean
  onAward: () => void
}

/** The button of one point type, large enough for a thumb in a hurry. */
export function AwardButton({ pointType, labelId, pause, locked, onAward }: AwardButtonProps) {
  const paused = pause.seconds > 0
  const closed = (paused && pause.forbids) || locked
  return (
    <button
      type="button"
      // Not `disabled`: that would drop the focus of keyboard users.
      aria-disabled={closed || undefined}
      onClick={closed ? undefined : onAward}
      className="flex min-h-24 w-full cursor-pointer items-center justify-between gap-4 rounded-card bg-accent px-5 py-4 text-left text-on-accent transition-colors hover:bg-accent/90 aria-disabled:cursor-default aria-disabled:bg-raised aria-disabled:text-soft aria-disabled:inset-ring aria-disabled:inset-ring-edge forced-colors:border forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]"
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
