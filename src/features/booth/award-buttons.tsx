import { useCanGoBack } from '@tanstack/react-router'
import { useId } from 'react'
import type { Cooldown, PointType, Vendor } from '#contract/entities'
import { cooldownLeft } from '#lib/cooldown-left'
import { formatDurationShort } from '#lib/duration'
import { remainingSeconds } from '#rules/cooldown'
import { awardTexts } from '#texts/booth'
import { classes } from '../../ui/classes'
import { useNow } from '../../ui/use-now'
import { AwardButton } from './award-button'
import { AwardState } from './award-state'
import { type Pause, pauseFrom } from './pause'
import { useAwards } from './use-awards'
import { useVoidsElsewhere } from './use-voids-elsewhere'

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

/** The booth's point types, each with its cooldown and the state of its last award. */
export function AwardButtons({ team, userId, booth, cooldowns, connected }: AwardButtonsProps) {
  const now = useNow()
  const ids = useId()
  // Opened from another screen, whose controls were where the buttons now are.
  const tookPlace = useCanGoBack()
  useVoidsElsewhere(now)
  const awards = useAwards({ team, userId, vendorId: booth.vendor_id })
  function pauseOf(pointType: PointType): Pause {
    const told = cooldownLeft(cooldowns, { vendor_id: booth.vendor_id, point_type: pointType.point_type }, now)
    const waiting = remainingSeconds(awards.predictedFreeAt(pointType, now), now)
    const seen = remainingSeconds(awards.seenFreeAt(pointType), now)
    return pauseFrom({ told, waiting, seen }, connected)
  }
  return (
    <ul aria-label={awardTexts.awardTitle} className={classes('mt-auto flex flex-col gap-3', tookPlace && 'settles')}>
      {booth.point_types.map((pointType, index) => {
        const pause = pauseOf(pointType)
        return (
          <li key={pointType.point_type} className="flex flex-col gap-1">
            <AwardButton
              pointType={pointType}
              labelId={`${ids}${index}`}
              pause={pause}
              locked={awards.isLocked(pointType.point_type)}
              onAward={() => awards.give(pointType)}
            />
            <AwardState
              standing={awards.standing(pointType.point_type)}
              now={now}
              hint={hintOf(pointType, pause.seconds > 0)}
              describedBy={`${ids}${index}`}
              goesOn={awards.latest === pointType.point_type}
            />
          </li>
        )
      })}
    </ul>
  )
}
