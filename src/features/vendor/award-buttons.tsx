import type { Cooldown, Vendor } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { useNow } from '../../ui/use-now'
import { AwardButton } from './award-button'
import { AwardState } from './award-state'
import { useAwards } from './use-awards'

interface AwardButtonsProps {
  teamId: string
  userId: string
  booth: Vendor
  cooldowns: readonly Cooldown[]
}

/** The booth's point types, each with its pause and with what became of the last tap. */
export function AwardButtons({ teamId, userId, booth, cooldowns }: AwardButtonsProps) {
  const now = useNow()
  const awards = useAwards({ teamId, userId, vendorId: booth.vendor_id })
  return (
    <ul aria-label={awardTexts.awardTitle} className="flex flex-col gap-4">
      {booth.point_types.map((pointType) => {
        const cooldown = cooldowns.find(({ point_type }) => point_type === pointType.point_type)
        const attempt = awards.latest(pointType.point_type)
        const pauseSeconds = cooldown === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(cooldown.available_at) - now) / 1000))
        return (
          <li key={pointType.point_type} className="flex flex-col gap-2">
            <AwardButton
              pointType={pointType}
              pauseSeconds={pauseSeconds}
              locked={awards.isLocked(pointType.point_type)}
              onAward={() => awards.give(pointType.point_type)}
            />
            {attempt !== undefined && <AwardState attempt={attempt} now={now} onAgain={() => awards.sendAgain(attempt)} />}
          </li>
        )
      })}
    </ul>
  )
}
