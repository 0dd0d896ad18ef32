import { useEffect, useState } from 'react'
import { wantsLessMotion } from '../../ui/device-screen'
import { type Arrival, FLIGHT_MS } from '../arrival/arrival'

const COUNT_MS = 900

/**
 * The number shown at a time (ms) after the moment closed: the number from before until the points
 * have flown in, then counting up to the new number.
 */
export function countAt(ms: number, before: number, points: number): number {
  const part = Math.min(1, Math.max(0, ms - FLIGHT_MS) / COUNT_MS)
  const eased = 1 - (1 - part) ** 3
  // Do not count up if more points were taken back than arrived.
  const from = Math.min(before, points)
  return Math.round(from + (points - from) * eased)
}

/**
 * Counts from the previous to the current number once nothing covers it; jumps for reduced motion.
 * @param arrival the announced arrival; null afterwards
 */
export function useCountUp(points: number, arrival: Arrival | null, isCovered: boolean): number {
  const [counted, setCounted] = useState<{ readonly arrival: Arrival | null; readonly ms: number }>(
    { arrival: null, ms: 0 },
  )
  useEffect(() => {
    if (arrival === null || isCovered || wantsLessMotion()) return
    const began = performance.now()
    let frame = requestAnimationFrame(function count(now) {
      const ms = Math.max(0, now - began)
      setCounted({ arrival, ms })
      if (ms < FLIGHT_MS + COUNT_MS) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival, isCovered])
  if (arrival === null || wantsLessMotion()) return points
  const ms = !isCovered && counted.arrival === arrival ? counted.ms : 0
  return countAt(ms, arrival.before, points)
}
