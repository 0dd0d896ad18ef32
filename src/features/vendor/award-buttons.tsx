import type { Cooldown, Vendor } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { useNow } from '../../ui/use-now'
import { AwardButton } from './award-button'
import { AwardState } from './award-state'
import { useAwards } from './use-awards'

interface AwardButtonsProps {
  team: { readonly team_id: string; readonly team_name: string }
  userId: string
  booth: Vendor
  cooldowns: readonly Cooldown[]
}

const secondsUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / 1000))

/** The booth's point types, each with its pause and with what became of the last tap. */
export function AwardButtons({ team, userId, booth, cooldowns }: AwardButtonsProps) {
  const now = useNow()
  const awards = useAwards({ team, userId, vendorId: booth.vendor_id })
  return (
    <>
      {awards.onlyOnline && <p className="text-warn">{awardTexts.onlyOnline}</p>}
      <ul aria-label={awardTexts.awardTitle} className="flex flex-col">
        {booth.point_types.map((pointType) => {
          const cooldown = cooldowns.find(({ point_type }) => point_type === pointType.point_type)
          const told = cooldown === undefined ? 0 : secondsUntil(Date.parse(cooldown.available_at), now)
          const predicted = secondsUntil(awards.predictedFreeAt(pointType, now) ?? 0, now)
          return (
            <li key={pointType.point_type} className="flex flex-col gap-2 pb-3">
              <AwardButton
                pointType={pointType}
                pauseSeconds={Math.max(told, predicted)}
                predicted={predicted > told}
                locked={awards.isLocked(pointType.point_type)}
                onAward={() => awards.give(pointType)}
              />
              <AwardState standing={awards.standing(pointType.point_type)} now={now} />
            </li>
          )
        })}
      </ul>
    </>
  )
}
