import type { Award } from '#contract/entities'
import { formatRelativeDate } from '#lib/relative-date'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { useNow } from '../../ui/use-now'

/** A bonus the team already has, and when it was collected. A time ahead of this device's clock is shown as just now. */
export function CollectedBefore({ award }: { award: Award }) {
  const now = new Date(Math.max(useNow(), Date.parse(award.awarded_at)))
  return (
    <div className="rounded-control bg-raised px-4 py-3">
      <p className="font-semibold">{scanTexts.alreadyWhat(award.label, teamTexts.signedPoints(award.points))}</p>
      <p className="text-sm text-soft">{scanTexts.alreadyWhen(formatRelativeDate(award.awarded_at, now))}</p>
    </div>
  )
}
