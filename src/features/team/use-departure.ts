import { useCallback, useState } from 'react'
import type { User } from '#contract/entities'

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
  const [ownWish, setOwnWish] = useState(false)

  if (user !== before) {
    setBefore(user)
    if (user != null && before != null && isElsewhere(before, user)) {
      setDeparture(ownWish ? null : departureBetween(before, user))
      setOwnWish(false)
    }
  }
  return {
    departure,
    /** Set while the player's own request to leave is in progress, so that its effect isn't reported. */
    wishToGo: useCallback((wished: boolean) => setOwnWish(wished), []),
  }
}

function isElsewhere(before: User, now: User): boolean {
  return before.team?.team_id !== now.team?.team_id || before.pending_team?.team_id !== now.pending_team?.team_id
}
