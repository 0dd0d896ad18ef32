import { useEffect, useState } from 'react'
import { onServerTime, serverNow } from '../server-clock'

const TICK_MS = 1_000

/**
 * The server's time (ms), every second anew: for countdowns and relative times. At each answer too, because a pause that
 * has just been told is reckoned from its own answer, and would else seem up to a second longer.
 */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const tick = () => setNow(serverNow())
    const timer = setInterval(tick, TICK_MS)
    const end = onServerTime(tick)
    return () => {
      clearInterval(timer)
      end()
    }
  }, [])
  return now
}
