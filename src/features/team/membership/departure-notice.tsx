import { Info } from 'lucide-react'
import { teamTexts } from '#texts/team'
import { useDeparture } from '../../../session/use-membership-news'

/** Explains why the player is without a team or a request, if somebody else ended it. */
export function DepartureNotice() {
  const departure = useDeparture()
  return (
    <div role="status">
      {departure !== null && (
        <div className="mb-5 flex animate-arrive gap-3 rounded-card border border-line bg-raised p-4">
          <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <div className="min-w-0">
            <p className="font-semibold">{teamTexts.gone[departure.from].title(departure.teamName)}</p>
            <p className="text-soft">{teamTexts.gone[departure.from].text}</p>
          </div>
        </div>
      )}
    </div>
  )
}
