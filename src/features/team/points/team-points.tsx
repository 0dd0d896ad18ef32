import { useEffect, useState } from 'react'
import { numeral, signed } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { wantsLessMotion } from '../../../ui/media-queries'
import { signalArrived } from '../../../ui/signal'
import type { Arrival } from './use-arrival'

const SPARKS = 12
const ANGLES = Array.from({ length: SPARKS }, (_, index) => `${(360 / SPARKS) * index}deg`)
const COUNT_MS = 900

interface TeamPointsProps {
  points: number
  arrival: Arrival | null
}

/** The team's points in large type. New points are counted up and celebrated. */
export function TeamPoints({ points, arrival }: TeamPointsProps) {
  const shown = useCountUp(points, arrival)
  useEffect(() => {
    if (arrival !== null) signalArrived()
  }, [arrival])
  return (
    <div className="relative">
      <p data-points="" className="leading-none font-bold text-accent">
        <span className="text-7xl leading-none tracking-tight tabular-nums short:text-5xl short:leading-none">
          {numeral(shown)}
        </span>{' '}
        <span className="ml-1 text-2xl">{teamTexts.pointsNoun(shown)}</span>
      </p>
      {arrival !== null && (
        <span aria-hidden key={arrival.before} className="pointer-events-none">
          <span className="absolute right-0 bottom-1 animate-rise rounded-full bg-accent px-3 py-1 text-xl font-bold text-on-accent tabular-nums">
            {signed(arrival.gained)}
          </span>
          {ANGLES.map((rotate) => (
            <span
              key={rotate}
              style={{ rotate }}
              className="absolute top-1/2 left-10 h-0.5 w-24 origin-left motion-reduce:hidden"
            >
              <span className="block h-full w-4 animate-spark rounded-full bg-accent opacity-0" />
            </span>
          ))}
        </span>
      )}
    </div>
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
  return Math.round(arrival.before + (points - arrival.before) * eased)
}
