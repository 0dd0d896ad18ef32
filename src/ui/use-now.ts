import { useEffect, useState } from 'react'
import { serverNow } from '../server-clock'

const TICK_MS = 1_000

/** The server's time (ms), every second anew: for countdowns and relative times. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
