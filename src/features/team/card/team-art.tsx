import { useMemo } from 'react'
import { constellationOf, FIELD } from './constellation'

/** A night sky with the team's own constellation. Decorative only: the name stands beside it. */
export function TeamArt({ teamId, className }: { teamId: string; className?: string }) {
  const { stars, lines } = useMemo(() => constellationOf(teamId), [teamId])
  const brightest = stars.reduce((best, star) => (star.r > best.r ? star : best), { x: 0, y: 0, r: 0 })
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      preserveAspectRatio="xMinYMid meet"
      // The brightest star's glow may reach over the edge.
      overflow="visible"
      className={className}
    >
      <circle cx={brightest.x} cy={brightest.y} r="26" className="fill-accent/15" />
      <circle cx={brightest.x} cy={brightest.y} r="12" className="fill-accent/25" />
      <path
        d={lines.map(([from, to]) => `M${stars[from]?.x} ${stars[from]?.y}L${stars[to]?.x} ${stars[to]?.y}`).join('')}
        className="fill-none stroke-accent/70"
        strokeWidth="1"
        strokeLinecap="round"
      />
      {stars.map((star) => (
        <circle
          key={`${star.x} ${star.y}`}
          cx={star.x}
          cy={star.y}
          r={star === brightest ? star.r + 1 : star.r}
          className={star === brightest ? 'fill-accent' : 'fill-ink'}
        />
      ))}
    </svg>
  )
}
