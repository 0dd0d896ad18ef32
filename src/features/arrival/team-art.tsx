import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listVendors } from '#contract/calls/booth'
import type { Vendor } from '#contract/entities'
import { query } from '../../api/queries'
import { type TeamPoints, teamPointsQuery } from '../../api/score-queries'
import { classes } from '../../ui/classes'
import { constellationOf, FIELD, goldenLines, type StarLine } from './constellation'

export interface Stars {
  /** The event's booths; undefined until known. */
  readonly booths: readonly Vendor[] | undefined
  /** The ids of booths that gave the team points. */
  readonly lit: ReadonlySet<string>
  readonly treasures: number
}

/** The input of a team's constellation. */
export function starsOf(points: TeamPoints | undefined, booths: Stars['booths']): Stars {
  const lit = points?.booths?.filter((booth) => booth.points > 0).map(({ vendor_id }) => vendor_id)
  return { booths, lit: new Set(lit), treasures: points?.treasures ?? 0 }
}

/** The input of the constellation of the player's own team. */
export function useStars(): Stars {
  const vendors = useQuery(query(listVendors, {})).data?.vendors
  return starsOf(useQuery(teamPointsQuery()).data, vendors)
}

interface TeamArtProps {
  teamId: string
  stars: Pick<Stars, 'lit' | 'treasures'> & {
    readonly booths: readonly Pick<Vendor, 'vendor_id'>[] | undefined
  }
  /** The booths whose stars light up now. */
  fresh?: ReadonlySet<string | null>
  /** How many of the golden lines, the newest, are animated while they are drawn. */
  drawn?: number
  className?: string
}

/**
 * The team's constellation: a star for each booth, lit once it has given points, and a golden line
 * for each treasure.
 */
export function TeamArt({
  teamId,
  stars: { booths = [], lit, treasures },
  fresh,
  drawn = 0,
  className,
}: TeamArtProps) {
  // Compare the ids: a refetched list is a new array with the same booths.
  const ids = JSON.stringify(booths.map(({ vendor_id }) => vendor_id))
  const constellation = useMemo(
    () => constellationOf(teamId, JSON.parse(ids) as string[]),
    [teamId, ids],
  )
  const golden = useMemo(() => goldenLines(constellation, treasures), [constellation, treasures])
  const { stars, lines } = constellation
  const draw = (some: readonly StarLine[]) =>
    some
      .map(([from, to]) => `M${stars[from]?.x} ${stars[from]?.y}L${stars[to]?.x} ${stars[to]?.y}`)
      .join('')
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
        className="fill-none stroke-faint"
        strokeWidth="0.75"
        strokeDasharray="1.5 3"
        strokeLinecap="round"
      />
      <path
        d={draw(golden.slice(0, golden.length - drawn))}
        className="fill-none stroke-gold"
        strokeWidth="1.25"
        strokeLinecap="round"
      />
      {golden.slice(golden.length - drawn).map((line) => (
        <path
          key={line.join()}
          d={draw([line])}
          pathLength="1"
          strokeDasharray="1"
          className="animate-draw fill-none stroke-gold"
          strokeWidth="2"
          strokeLinecap="round"
        />
      ))}
      {stars.map(({ boothId, x, y, r }) =>
        lit.has(boothId) ? (
          <g key={boothId} data-lit="">
            <circle
              cx={x}
              cy={y}
              r={r * 3}
              className={classes(
                'origin-center fill-accent/20 [transform-box:fill-box]',
                fresh?.has(boothId) && 'animate-light',
              )}
            />
            {/* The dark outline provides the contrast in the light theme. */}
            <circle
              cx={x}
              cy={y}
              r={r + 0.6}
              className="fill-accent stroke-on-accent"
              strokeWidth="0.9"
            />
          </g>
        ) : (
          <circle key={boothId} cx={x} cy={y} r={r * 0.8} className="fill-faint" />
        ),
      )}
    </svg>
  )
}
