import { useEffect, useState, useSyncExternalStore } from 'react'
import { onServerTime, serverNow } from '#lib/server-clock'

const TICK_MS = 1_000

/**
 * The server's time in ms, updated every second, for countdowns and relative times. Also updated on
 * every response that sets the server clock: a cooldown appears with such a response. With the time
 * of the last tick, it would show up to a second too much.
 */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => everySecond(() => setNow(serverNow())), [])
  return now
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, TICK_MS)
  const end = onServerTime(tick)
  return () => {
    clearInterval(timer)
    end()
  }
}

/**
 * Whether the server's time has reached a moment (ms; null: never). Renders again only when that
 * changes.
 */
export function useHasPassed(moment: number | null): boolean {
  const hasPassed = () => moment !== null && serverNow() >= moment
  return useSyncExternalStore(everySecond, hasPassed, () => false)
}

/**
 * How long a booth's screen waits for the server before it falls back to the device's data (ms).
 */
const GRACE_MS = 1_500

/** True until the component has been mounted for `GRACE_MS`. */
export function useGracePeriod(): boolean {
  const [inGracePeriod, setInGracePeriod] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setInGracePeriod(false), GRACE_MS)
    return () => clearTimeout(timer)
  }, [])
  return inGracePeriod
}
