import type { Award } from '#contract/entities'
import { scanTexts } from '#i18n/scan'
import { teamTexts } from '#i18n/team'
import { formatRelativeDate } from '#lib/relative-date'
import { useNow } from '../../ui/use-now'

/** What the team got from a bonus, and when. One collected a moment ahead of this device's idea of now is just collected. */
export function CollectedBefore({ award }: { award: Award }) {
  const now = new Date(Math.max(useNow(), Date.parse(award.awarded_at)))
  return (
    <div className="rounded-control bg-raised px-4 py-3">
      <p className="font-semibold">{scanTexts.alreadyWhat(award.label, teamTexts.signedPoints(award.points))}</p>
      <p className="text-sm text-soft">{scanTexts.alreadyWhen(formatRelativeDate(award.awarded_at, now))}</p>
    </div>
  )
}
