import { teamTexts } from '#texts/team'
import { classes } from './classes'

/** The outline of the logo's token, drawn on 64 by 64. */
export const HEXAGON = 'M32 3 57 17.5v29L32 61 7 46.5v-29z'
/** Places that have a token of their own colour. */
const MEDALS = 3

/** A place of the ranking in a token like that of the logo: filled for the first, outlined for the next two. */
export function PlaceToken({ rank, points, className }: { rank: number; points: number; className: string }) {
  const isFirst = rank === 1 && points > 0
  const isMedal = rank <= MEDALS && points > 0
  const text = teamTexts.rankShort({ rank, points })
  return (
    <span className={classes('relative grid shrink-0 place-items-center', className)}>
      <svg viewBox="0 0 64 64" aria-hidden="true" className="absolute inset-0 forced-colors:hidden">
        <path
          d={HEXAGON}
          strokeWidth="3.5"
          strokeLinejoin="round"
          className={classes(
            isFirst ? 'fill-accent stroke-accent' : 'fill-raised',
            !isFirst && (isMedal ? 'stroke-accent' : 'stroke-line'),
          )}
        />
      </svg>
      <span
        className={classes(
          'relative leading-none font-bold tabular-nums',
          isFirst ? 'text-on-accent' : 'text-ink',
          text.length > 3 ? 'text-[0.75em]' : text.length > 2 && 'text-[0.9em]',
        )}
      >
        {text}
      </span>
    </span>
  )
}

/** Behind a row: how far its team is behind the first, whose points are `most`. */
export function PlaceBar({ points, most }: { points: number; most: number }) {
  return (
    <span
      aria-hidden
      className="absolute inset-0 origin-left transition-transform duration-1000"
      style={{ transform: `scaleX(${most > 0 ? Math.max(0, points) / most : 0})` }}
    >
      {/* Its end is told at the edge of the row: behind the points it would cut through digits. */}
      <span className="absolute inset-0 bg-linear-to-r from-accent/20 to-transparent" />
      <span className="absolute inset-x-0 bottom-0 h-[0.2em] bg-accent/80" />
    </span>
  )
}
