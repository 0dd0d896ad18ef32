import { Info } from 'lucide-react'
import { teamTexts } from '#i18n/team'
import type { Departure } from './use-departure'

/** Explains why the card has changed since the last refresh. */
export function DepartureNotice({ departure }: { departure: Departure | null }) {
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
