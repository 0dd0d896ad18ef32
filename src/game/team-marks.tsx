import { emblemOf } from '#rules/emblem'
import { teamTexts } from '#texts/team'
import { classes } from '../ui/classes'

/** The line emblems 0 to 11 on a 24 × 24 grid; `teamTexts.emblems` names them in this order. */
export const EMBLEM_PATHS: readonly string[] = [
  'm12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3-5.6-3.2-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z',
  'M13.5 2.5 5 13.5h6l-1.5 8 9-11.5h-6z',
  'm3.5 17-1-10L8 11.5 12 4.5l4 7L21.5 7l-1 10zM4 20.5h16',
  'M12 6.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11zM6.9 9.7c-3.5 2.5-5.3 5-4.6 6.3 1.2 2 6.5.8 11.7-2.3s8.4-7 7.5-8.9c-.6-1.2-2.6-1.2-5.3-.2',
  'M12 2.5c3.6 2.7 5 6.3 4.5 12h-9c-.5-5.7.9-9.3 4.5-12zM7.4 10.5 4.5 15v4.5l4-3M16.6 10.5l2.9 4.5v4.5l-4-3M12 17.5v4M12 7.8v1.4',
  'M12 2.5c1 4 5.8 6.2 5.8 11.6a5.8 5.8 0 0 1-11.6 0c0-2.6 1.3-4 2.5-5.3.4 1.6 1 2.4 1.9 2.9C10 8.4 10.4 5 12 2.5zM12 19.8v-3.6',
  'M12 7.5v13.3M4.2 13.5c.4 4.5 3.6 7.3 7.8 7.3s7.4-2.8 7.8-7.3M8 11.2h8M12 3a2.2 2.2 0 1 0 0 4.5A2.2 2.2 0 1 0 12 3z',
  'M5.5 18.5C4 9.5 9.5 4 20.5 3.5c-.5 11-6 16.5-15 15zM3 21 14 10',
  'M12 2.8 20 7.4v9.2l-8 4.6-8-4.6V7.4zM4 7.4l8 4.6 8-4.6M12 12v9.2',
  'M12 2.8c2.6 1.9 5 2.7 8 2.8 0 7.2-1.7 12.2-8 15.6C5.7 17.8 4 12.8 4 5.6c3-.1 5.4-.9 8-2.8zM8 13.8l4-4 4 4',
  'M7.5 12a4.3 4.3 0 1 0 0 8.6 4.3 4.3 0 1 0 0-8.6zM10.6 13.2 20.5 3.3M16 7.8l3.5 3.5M13 10.8l2.3 2.3',
  'M5 20.5V11a7 7 0 0 1 14 0v9.5l-2.8-2.2-2.1 2.2-2.1-2.2-2.1 2.2-2.1-2.2zM9.5 10.3v1.7M14.5 10.3v1.7',
]

interface EmblemProps {
  readonly team: { readonly team_id: string; readonly emblem?: number | undefined }
  readonly className: string
}

/** A team's emblem in the text colour. Decorative: the team's name is next to it. */
export function Emblem({ team, className }: EmblemProps) {
  return (
    <EmblemArt
      emblem={emblemOf(team.team_id, team.emblem)}
      className={classes('shrink-0', className)}
    />
  )
}

export function EmblemArt({ emblem, className }: { emblem: number; className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path
        d={EMBLEM_PATHS[emblem]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The outline of the logo's token on a 64 × 64 grid. */
export const HEXAGON = 'M32 3 57 17.5v29L32 61 7 46.5v-29z'
/** The number of places whose token has its own colour. */
const MEDAL_PLACES = 3

/** A ranking place in a token like the logo's: filled for the first, outlined for the next two. */
export function PlaceToken({
  rank,
  points,
  className,
}: {
  rank: number
  points: number
  className: string
}) {
  const isFirst = rank === 1 && points > 0
  const isMedal = rank <= MEDAL_PLACES && points > 0
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

/** A bar behind a row, showing the team's share of `most`, the first team's points. */
export function PlaceBar({ points, most }: { points: number; most: number }) {
  return (
    <span
      aria-hidden
      className="absolute inset-0 origin-left transition-transform duration-1000"
      style={{ transform: `scaleX(${most > 0 ? Math.max(0, points) / most : 0})` }}
    >
      {/* Only the line along the row's lower edge shows where the bar ends. The fill fades out: a
          hard end behind the points would cut through digits. */}
      <span className="absolute inset-0 bg-linear-to-r from-accent/20 to-transparent" />
      <span className="absolute inset-0 border-b-[0.2em] border-brand/80 print:border-ink" />
    </span>
  )
}
