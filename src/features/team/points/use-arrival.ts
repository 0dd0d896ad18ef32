import { useEffect, useState } from 'react'

const SHOWN_MS = 2_600

/** Points gained since the last known total. */
export interface Arrival {
  readonly before: number
  readonly gained: number
}

interface Seen {
  readonly teamId: string
  readonly points: number
  readonly arrival: Arrival | null
}

function look(seen: Seen, teamId: string, points: number): Seen {
  const gained = points - seen.points
  const arrived = seen.teamId === teamId && gained > 0
  return { teamId, points, arrival: arrived ? { before: seen.points, gained } : null }
}

/** The points that just arrived for a team, for as long as they are celebrated. Lost points, from a void, are not reported. */
export function useArrival(teamId: string, points: number): Arrival | null {
  const [seen, setSeen] = useState<Seen>({ teamId, points, arrival: null })
  // State is set during rendering, not in an effect: the new total must not flash before the count starts.
  const news = seen.teamId !== teamId || seen.points !== points
  const { arrival } = news ? look(seen, teamId, points) : seen
  if (news) setSeen({ teamId, points, arrival })
  useEffect(() => {
    if (arrival === null) return
    const timer = setTimeout(() => setSeen((now) => ({ ...now, arrival: null })), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [arrival])
  return arrival
}
