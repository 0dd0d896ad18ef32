import type { PointType } from '#contract/entities'
import { formatRemaining } from '#lib/duration'
import { awardTexts } from '#texts/booth'
import { signed } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { Room } from '../../ui/skeleton'
import type { Pause } from './pause'

/** No remaining time (s) takes more room in words. */
const WIDEST_PAUSE = 54

const PREDICTION = 'block text-sm max-[23rem]:text-[0.8125rem]'

interface AwardButtonProps {
  pointType: PointType
  /** The id of the element that names the point type. */
  labelId: string
  pause: Pause
  /** True while the last tap is being stored, and briefly after it. */
  locked: boolean
  onAward: () => void
}

/** The button of one point type, large enough for a thumb in a hurry. Its size is the same with a pause and without (fault 57). */
export function AwardButton({ pointType, labelId, pause, locked, onAward }: AwardButtonProps) {
  const paused = pause.seconds > 0
  const closed = (paused && pause.forbids) || locked
  return (
    <button
      type="button"
      data-points=""
      // Not `disabled`: that would drop the focus of keyboard users.
      aria-disabled={closed || undefined}
      onClick={closed ? undefined : onAward}
      className="flex min-h-20 w-full cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-card bg-accent px-5 py-2.5 text-left text-on-accent transition-colors hover:bg-accent/90 aria-disabled:cursor-default aria-disabled:bg-raised aria-disabled:text-soft aria-disabled:inset-ring aria-disabled:inset-ring-edge forced-colors:border forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]"
    >
      <span className="grid min-w-0 flex-1 basis-36 items-center *:[grid-area:1/1]">
        {pointType.cooldown_seconds > 0 && (
          <span>
            <Room className="block text-xl leading-tight font-bold" text={pointType.label} />
            <Room className="block leading-5 tabular-nums" text={awardTexts.pause(formatRemaining(WIDEST_PAUSE))} />
            <Room className={PREDICTION} text={awardTexts.prediction} />
          </span>
        )}
        <span>
          <span id={labelId} className="block text-xl leading-tight font-bold">
            {pointType.label}
          </span>
          {paused && <span className="block leading-5 tabular-nums">{awardTexts.pause(formatRemaining(pause.seconds))}</span>}
          {paused && pause.predicted && <span className={PREDICTION}>{awardTexts.prediction}</span>}
        </span>
      </span>
      <span className="ml-auto shrink-0 text-right">
        <span className="block text-3xl leading-none font-bold tabular-nums">{signed(pointType.points)}</span>
        <span className="block text-sm font-semibold">{teamTexts.pointsNoun(pointType.points)}</span>
      </span>
    </button>
  )
}
