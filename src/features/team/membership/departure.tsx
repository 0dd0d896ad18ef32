import { Info } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#i18n/team'

/** A team or a request that ended without the player's own action. */
export interface Departure {
  readonly from: 'team' | 'request'
  readonly teamName: string
}

function departureBetween(before: User, now: User): Departure | null {
  if (now.team !== null || now.pending_team !== null) return null
  if (before.team !== null) return { from: 'team', teamName: before.team.team_name }
  if (before.pending_team !== null) return { from: 'request', teamName: before.pending_team.team_name }
  return null
}

/** Detects that the player left a team, or lost a request, through somebody else's action. */
export function useDeparture(user: User | null | undefined) {
  const [before, setBefore] = useState(user)
  const [departure, setDeparture] = useState<Departure | null>(null)
  /** True while the player's own request to leave is in progress, so that its effect isn't reported. */
  const [leaving, setLeaving] = useState(false)

  if (user !== before) {
    setBefore(user)
    if (user != null && before != null && isElsewhere(before, user)) {
      setDeparture(leaving ? null : departureBetween(before, user))
      setLeaving(false)
    }
  }
  return { departure, setLeaving }
}

function isElsewhere(before: User, now: User): boolean {
  return before.team?.team_id !== now.team?.team_id || before.pending_team?.team_id !== now.pending_team?.team_id
}

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
