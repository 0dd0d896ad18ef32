import { useEffect, useState } from 'react'

const SHOWN_MS = 2_600

/** Points that came on top of those that were seen before. */
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

/** What has just arrived for a team, while it is worth a celebration. What was taken back is none. */
export function useArrival(teamId: string, points: number): Arrival | null {
  const [seen, setSeen] = useState<Seen>({ teamId, points, arrival: null })
  // While rendering, not after it: the new sum must not be shown before it is counted up to.
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
