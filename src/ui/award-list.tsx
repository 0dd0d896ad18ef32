import type { Award } from '#contract/entities'
import { formatRelativeDate } from '#lib/relative-date'
import { teamTexts } from '#texts/team'
import { useNow } from './use-now'

interface AwardListProps {
  awards: readonly Award[]
  /** The text beside the time: the booth's name in a team's list, the team's name in a booth's list; none where null. */
  about: (award: Award) => string | null
}

/** Awards, newest first. An award whose time is ahead of this device's clock is shown as just made. */
export function AwardList({ awards, about }: AwardListProps) {
  const now = useNow()
  const given = ({ awarded_at: at }: Award) => formatRelativeDate(at, new Date(Math.max(now, Date.parse(at))))
  return (
    <ul className="flex flex-col divide-y divide-line">
      {awards.map((award) => (
        <li key={award.award_id} className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className="font-semibold">{award.label}</p>
            <p className="text-sm text-soft">
              {[about(award), given(award), award.voided ? teamTexts.voided : null].filter((part) => part !== null).join(' · ')}
            </p>
          </div>
          <p
            className={
              award.voided ? 'whitespace-nowrap text-soft line-through' : 'font-bold whitespace-nowrap text-accent tabular-nums'
            }
          >
            {teamTexts.signedPoints(award.points)}
          </p>
        </li>
      ))}
    </ul>
  )
}
