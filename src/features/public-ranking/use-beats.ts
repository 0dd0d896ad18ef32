import { useEffect, useState } from 'react'
import { wantsLessMotion } from '../../ui/device-screen'
import { beatAt, NAME_AT_MS, type Shown, wholeOf } from './beats'
import type { Uncovered } from './stage'

const TICK_MS = 50

interface Seen {
  readonly teamId: string | null
  /** True if the data is from the server; data stored on this device may be older. */
  readonly isCurrent: boolean
  readonly isPlayed: boolean
}

/**
 * Plays the beats of each team uncovered while the screen is open.
 * @param isCurrent false for data stored on this device: a place that was uncovered after it was
 *   stored, but before the screen was opened, is not played
 */
export function useBeats(shown: Uncovered | null, isCurrent: boolean): Shown {
  const teamId = shown?.team.team_id ?? null
  const [seen, setSeen] = useState<Seen>({ teamId, isCurrent, isPlayed: false })
  if (seen.teamId !== teamId || seen.isCurrent !== isCurrent) {
    const isPlayed = seen.teamId === teamId ? seen.isPlayed : seen.isCurrent && !wantsLessMotion()
    setSeen({ teamId, isCurrent, isPlayed })
  }
  const [played, setPlayed] = useState<{ readonly of: string | null; readonly ms: number }>()
  const { isPlayed } = seen
  useEffect(() => {
    if (!isPlayed) return
    const began = performance.now()
    const timer = setInterval(() => {
      const ms = performance.now() - began
      setPlayed({ of: teamId, ms })
      if (ms >= NAME_AT_MS) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [teamId, isPlayed])
  const { lit = [], team } = shown ?? {}
  const points = team?.points ?? 0
  if (!isPlayed) return wholeOf(lit.length, points)
  return beatAt(played?.of === teamId ? played.ms : 0, lit.length, points)
}
