import { useEffect, useState } from 'react'
import { afterReading, afterTurn, type RevealState, shownDuring, startingState } from './reveal-state'
import type { Ranking } from './use-ranking'

/** How long each place is awaited (ms), the last of them longest. */
const WAIT_MS = 1_400
const WAIT_FOR_MEDALS_MS = 3_000
const MEDALS = 3
/** How long the revealed ranking stands before what was awarded meanwhile moves it (ms). */
const STAND_MS = 5_000

export interface Reveal {
  readonly shown: Ranking
  /** Rows from the top that are still hidden. */
  readonly hidden: number
  /** True from the reveal on, until its ranking may change again. */
  readonly isRevealed: boolean
}

function waitFor(hidden: number): number {
  if (hidden === 0) return STAND_MS
  return hidden <= MEDALS ? WAIT_FOR_MEDALS_MS : WAIT_MS
}

/** The reveal: once a freeze that this screen has shown ends, the places turn over from the last to the first. */
export function useReveal(ranking: Ranking): Reveal {
  const [state, setState] = useState<RevealState>(() => startingState(ranking))
  // Set during rendering: the new first place must not flash before it is hidden.
  const read = afterReading(state, ranking)
  if (read !== state) setState(read)
  const hidden = read.is === 'revealing' ? read.hidden : null
  useEffect(() => {
    if (hidden === null) return
    const timer = setTimeout(() => setState(afterTurn), waitFor(hidden))
    return () => clearTimeout(timer)
  }, [hidden])
  return { shown: shownDuring(read, ranking), hidden: hidden ?? 0, isRevealed: hidden !== null }
}
