import { useEffect, useState } from 'react'
import { onServerTime, serverNow } from '#lib/server-clock'

const TICK_MS = 1_000

/**
 * The server's time in ms, updated every second, for countdowns and relative times. Also updated on every response that
 * sets the server clock: a cooldown starts at its own response and would otherwise show up to a second too much.
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

/** How long a team at a booth waits for the server before what the device knows has to do (ms). */
const PATIENCE_MS = 1_500

/** True until the component has waited that long. */
export function usePatience(): boolean {
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isPatient
}
