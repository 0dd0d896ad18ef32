import { useEffect, useState } from 'react'
import { numeral } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { wantsLessMotion } from '../../../ui/device-screen'
import type { Arrival } from '../../arrival/arrival'

const COUNT_MS = 900

/** The team's points in large type. New points are counted up. */
export function TeamPoints({ points, arrival }: { points: number; arrival: Arrival | null }) {
  const shown = useCountUp(points, arrival)
  return (
    <p data-points="" className="leading-none font-bold text-accent">
      <span className="text-7xl leading-none tracking-tight tabular-nums short:text-4xl short:leading-none">
        {numeral(shown)}
      </span>{' '}
      <span className="ml-1 text-2xl">{teamTexts.pointsNoun(shown)}</span>
    </p>
  )
}

/** Animates from the previous to the current number; jumps for reduced motion. */
function useCountUp(points: number, arrival: Arrival | null): number {
  const [counted, setCounted] = useState<{ arrival: Arrival | null; part: number }>({ arrival: null, part: 1 })
  useEffect(() => {
    if (arrival === null || wantsLessMotion()) return
    const began = performance.now()
    let frame = requestAnimationFrame(function count(now) {
      const part = Math.min(1, Math.max(0, now - began) / COUNT_MS)
      setCounted({ arrival, part })
      if (part < 1) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival])
  if (arrival === null || wantsLessMotion()) return points
  const part = counted.arrival === arrival ? counted.part : 0
  const eased = 1 - (1 - part) ** 3
  // Where more was taken back meanwhile than has arrived, nothing counts up.
  const from = Math.min(arrival.before, points)
  return Math.round(from + (points - from) * eased)
}
