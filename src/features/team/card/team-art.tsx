import { useMemo } from 'react'
import { constellationOf, FIELD, goldenLines, type Line } from './constellation'

interface TeamArtProps {
  teamId: string
  /** Of the event; undefined until they are known. */
  boothIds: readonly string[] | undefined
  /** Those that have given the team points. */
  lit: ReadonlySet<string>
  treasures: number
  className?: string
}

/** The team's constellation: a star for each booth, lit once it has given points, and a golden line for each treasure. */
export function TeamArt({ teamId, boothIds = [], lit, treasures, className }: TeamArtProps) {
  // A list that was fetched again has the same ids.
  const ids = boothIds.join('\n')
  const constellation = useMemo(() => constellationOf(teamId, ids === '' ? [] : ids.split('\n')), [teamId, ids])
  const golden = useMemo(() => goldenLines(constellation, treasures), [constellation, treasures])
  const { stars, lines } = constellation
  const draw = (some: readonly Line[]) =>
    some.map(([from, to]) => `M${stars[from]?.x} ${stars[from]?.y}L${stars[to]?.x} ${stars[to]?.y}`).join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      preserveAspectRatio="xMinYMid meet"
      // A star's glow may reach over the edge.
      overflow="visible"
      className={className}
    >
      <path
        d={draw(lines)}
        className="fill-none stroke-soft/35"
        strokeWidth="0.75"
        strokeDasharray="1.5 3"
        strokeLinecap="round"
      />
      <path d={draw(golden)} className="fill-none stroke-warn" strokeWidth="1.25" strokeLinecap="round" />
      {stars.map(({ boothId, x, y, r }) =>
        lit.has(boothId) ? (
          <g key={boothId} data-lit="">
            <circle cx={x} cy={y} r={r * 3} className="fill-accent/20" />
            <circle cx={x} cy={y} r={r + 0.6} className="fill-accent" />
          </g>
        ) : (
          <circle key={boothId} cx={x} cy={y} r={r} className="fill-sky stroke-soft/70" strokeWidth="0.75" />
        ),
      )}
    </svg>
  )
}
