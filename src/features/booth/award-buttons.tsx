import { useCanGoBack } from '@tanstack/react-router'
import { useId } from 'react'
import type { Cooldown, PointType, Vendor } from '#contract/entities'
import { formatDurationShort, formatRemaining } from '#lib/duration'
import { awardTexts } from '#texts/booth'
import { signed } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { classes } from '../../ui/classes'
import { Room } from '../../ui/loading'
import { useNow } from '../../ui/use-now'
import { LatestAward } from './award-state'
import { EarlierWords } from './award-words'
import { type Pause, pauseOf } from './pause'
import { useVoidsElsewhere } from './undo-award'
import { useAwards } from './use-awards'

interface AwardButtonsProps {
  team: { readonly team_id: string; readonly team_name: string }
  userId: string
  booth: Vendor
  /** The cooldowns in the server's last response. */
  cooldowns: readonly Cooldown[]
  /** True if `cooldowns` are current; false if they may be stale. */
  connected: boolean
}

/** What is said below a point type before its first award on this screen. */
function hintOf({ cooldown_seconds }: PointType, isPaused: boolean): string {
  const duration = formatDurationShort(cooldown_seconds)
  if (isPaused) return awardTexts.pauseOf(duration)
  return cooldown_seconds === 0 ? awardTexts.freeNowNoPause : awardTexts.freeNow(duration)
}

/** The state of the last award, and the booth's point types, each with its cooldown. */
export function AwardButtons({ team, userId, booth, cooldowns, connected }: AwardButtonsProps) {
  const now = useNow()
  const ids = useId()
  // Opened from another screen, whose controls were where the buttons now are.
  const tookPlace = useCanGoBack()
  useVoidsElsewhere(now)
  const awards = useAwards({ team, userId, vendorId: booth.vendor_id })
  const at = { team_id: team.team_id, vendor_id: booth.vendor_id }
  const latest = booth.point_types.find(({ point_type }) => point_type === awards.latest)
  const labelIdOf = (pointType: PointType) => `${ids}${booth.point_types.indexOf(pointType)}`
  return (
    <>
      <LatestAward
        standing={latest && awards.standing(latest.point_type)}
        now={now}
        describedBy={latest && labelIdOf(latest)}
        pointType={latest}
        teamName={team.team_name}
      />
      <ul aria-label={awardTexts.awardTitle} className={classes('mt-auto flex flex-col gap-3', tookPlace && 'settles')}>
        {booth.point_types.map((pointType) => {
          const pause = pauseOf(at, pointType, { ...awards.known, cooldowns }, connected, now)
          const hint = hintOf(pointType, pause.seconds > 0)
          const earlier = pointType === latest ? undefined : awards.standing(pointType.point_type)
          return (
            <li key={pointType.point_type} className="flex flex-col gap-1">
              <AwardButton
                pointType={pointType}
                labelId={labelIdOf(pointType)}
                pause={pause}
                locked={awards.isLocked(pointType.point_type)}
                onAward={() => awards.give(pointType)}
              />
              <div className="relative px-1.5 text-sm text-soft">
                <Room text={hintOf(pointType, false)} />
                <div data-award={pointType.label} className="absolute inset-0 truncate px-1.5">
                  {earlier === undefined ? hint : <EarlierWords standing={earlier} />}
                </div>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

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
function AwardButton({ pointType, labelId, pause, locked, onAward }: AwardButtonProps) {
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
