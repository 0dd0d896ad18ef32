import { useEffect, useState } from 'react'
import type { Ranking } from './use-ranking'

/** Places that are turned over one by one; those below are shown at once. */
export const REVEALED_PLACES = 10
/** How long each place is awaited (ms), the last of them longest. */
const WAIT_MS = 1_400
const WAIT_FOR_MEDALS_MS = 3_000
const MEDALS = 3

export interface Reveal {
  /** Rows from the top that are still hidden. */
  readonly hidden: number
  /** True from the reveal on, until the next freeze. */
  readonly isRevealed: boolean
}

/**
 * The reveal: once a freeze that this screen has shown ends, the places turn over from the last to the first.
 */
export function useReveal({ frozen_at, teams }: Ranking): Reveal {
  const isFrozen = frozen_at !== null
  const [state, setState] = useState({ wasFrozen: isFrozen, hidden: 0, isRevealed: false })
  // Set during rendering: the new first place must not flash before it is hidden.
  if (state.wasFrozen !== isFrozen) {
    const hidden = isFrozen ? 0 : Math.min(REVEALED_PLACES, teams.length)
    setState({ wasFrozen: isFrozen, hidden, isRevealed: !isFrozen })
  }
  const { hidden } = state
  useEffect(() => {
    if (hidden === 0) return
    const turn = () => setState((now) => ({ ...now, hidden: Math.max(0, now.hidden - 1) }))
    const timer = setTimeout(turn, hidden <= MEDALS ? WAIT_FOR_MEDALS_MS : WAIT_MS)
    return () => clearTimeout(timer)
  }, [hidden])
  return state
}
