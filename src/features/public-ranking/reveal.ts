import { useEffect, useState } from 'react'
import type { Ranking } from './use-ranking'

/** Places that are turned over one by one; those below are shown at once. */
export const REVEALED_PLACES = 10

/** Where a screen is between a freeze and the ranking as it is. */
export type RevealState =
  | { readonly is: 'frozen' | 'open' }
  /** `kept` is the ranking that is revealed, whatever is awarded meanwhile; `hidden` counts its rows that are still to be turned. */
  | { readonly is: 'revealing'; readonly kept: Ranking; readonly hidden: number }

export function startingState({ frozen_at }: Ranking): RevealState {
  return { is: frozen_at === null ? 'open' : 'frozen' }
}

/** The state after a reading. A reveal begins once a freeze that this screen has shown ends; another freeze ends it. */
export function afterReading(state: RevealState, ranking: Ranking): RevealState {
  if (ranking.frozen_at !== null) return state.is === 'frozen' ? state : { is: 'frozen' }
  if (state.is !== 'frozen') return state
  return { is: 'revealing', kept: ranking, hidden: Math.min(REVEALED_PLACES, ranking.teams.length) }
}

/** Turns the lowest hidden place over; with none left, what was awarded meanwhile is let in. */
export function afterTurn(state: RevealState): RevealState {
  if (state.is !== 'revealing') return state
  return state.hidden > 0 ? { ...state, hidden: state.hidden - 1 } : { is: 'open' }
}

/**
 * The ranking that the screen shows. During a reveal its places and points stay as they were, but a team that was renamed or hidden
 * meanwhile is not shown as before.
 */
export function shownDuring(state: RevealState, live: Ranking): Ranking {
  if (state.is !== 'revealing') return live
  const { kept } = state
  const names = new Map(live.teams.map(({ team_id, team_name }) => [team_id, team_name]))
  // Beyond what a screen reads, a team may be missing because it fell behind.
  const mayFall = live.total > live.teams.length
  const teams = kept.teams.flatMap((team, index) => {
    const team_name = names.get(team.team_id)
    if (team_name !== undefined) return [{ ...team, team_name }]
    return mayFall && index >= REVEALED_PLACES ? [team] : []
  })
  return { ...live, teams, latest: kept.latest }
}

/** How long each place is awaited (ms), the last of them longest. */
const WAIT_MS = 1_400
const WAIT_FOR_MEDALS_MS = 3_000
const MEDALS = 3
/** How long the revealed ranking stands before what was awarded meanwhile moves it (ms). */
const STAND_MS = 5_000

interface Reveal {
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
