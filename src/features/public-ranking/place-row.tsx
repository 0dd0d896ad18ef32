import type { Ref } from 'react'
import { numeral } from '#texts/nouns'
import { publicRankingTexts } from '#texts/public-ranking'
import { classes } from '../../ui/classes'
import { useCounted } from './use-counted'
import type { Ranking } from './use-ranking'

type Team = Ranking['teams'][number]

const HEXAGON = 'M32 3 57 17.5v29L32 61 7 46.5v-29z'

/** The place in a token like that of the logo: filled for the first, outlined for the next two. */
function Place({ rank, points }: { rank: number; points: number }) {
  const isFirst = rank === 1 && points > 0
  const isMedal = rank <= 3 && points > 0
  return (
    <svg viewBox="0 0 64 64" className="size-[2.3em] shrink-0 hall:size-[2.7em]" aria-hidden="true">
      <path
        d={HEXAGON}
        strokeWidth="3.5"
        strokeLinejoin="round"
        className={classes(
          isFirst ? 'fill-accent stroke-accent' : 'fill-raised',
          !isFirst && (isMedal ? 'stroke-accent' : 'stroke-line'),
        )}
      />
      <text
        x="32"
        y="33"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={rank > 99 ? 20 : rank > 9 ? 25 : 30}
        className={classes('font-bold', isFirst ? 'fill-on-accent' : 'fill-ink')}
      >
        {points === 0 ? '–' : rank}
      </text>
    </svg>
  )
}

interface PlaceRowProps {
  readonly team: Team
  /** The first team's points: the bar behind a row is its share of them. */
  readonly most: number
  readonly isHidden: boolean
  /** Just turned over by the reveal. */
  readonly isTurned: boolean
  /** Only on phones: a projector has no room for it. */
  readonly isBelowHall: boolean
  readonly rowRef: Ref<HTMLLIElement>
}

/** One team: its place, name and points, and how far it is behind the first. */
export function PlaceRow({ team, most, isHidden, isTurned, isBelowHall, rowRef }: PlaceRowProps) {
  const { team_name, rank, points, member_count } = team
  const shown = useCounted(points)
  const isFirst = rank === 1 && points > 0
  if (isHidden) return <HiddenRow rank={rank} rowRef={rowRef} />
  return (
    <li
      ref={rowRef}
      className={classes(
        'relative flex min-h-0 items-center gap-[0.7em] overflow-hidden rounded-card px-[0.7em] py-[0.35em] hall:flex-1 hall:py-0',
        isFirst ? 'foil-frame' : 'border border-line bg-surface',
        isTurned && 'animate-turn',
        isBelowHall && 'hall:hidden',
      )}
    >
      <span
        aria-hidden
        className="absolute inset-0 origin-left transition-transform duration-1000"
        style={{ transform: `scaleX(${most > 0 ? Math.max(0, points) / most : 0})` }}
      >
        {/* Its end is told at the edge of the row: behind the points it would cut through digits. */}
        <span className="absolute inset-0 bg-linear-to-r from-accent/20 to-transparent" />
        <span className="absolute inset-x-0 bottom-0 h-[0.25em] bg-accent/80" />
      </span>
      {isTurned && (
        <span
          aria-hidden
          className="absolute inset-y-0 -left-1/3 w-1/3 animate-sheen bg-linear-to-r from-transparent via-ink/25 to-transparent"
        />
      )}
      <span className="relative flex items-center">
        <span className="sr-only">{points === 0 ? '–' : `${rank}.`}</span>
        <Place rank={rank} points={points} />
      </span>
      <span className="relative min-w-0 flex-1">
        <span className="line-clamp-2 leading-tight font-semibold hall:line-clamp-1 hall:text-[1.65em]">{team_name}</span>
        <span className="text-[0.8em] text-soft hall:sr-only">{publicRankingTexts.members(member_count)}</span>
      </span>
      <span className="relative text-right leading-none font-bold tabular-nums">
        <span className="text-[1.35em] hall:text-[2em]">{numeral(shown)}</span>
        <span className="sr-only"> {publicRankingTexts.points(points)}</span>
      </span>
    </li>
  )
}

/** A place that is not revealed yet. */
function HiddenRow({ rank, rowRef }: Pick<PlaceRowProps, 'rowRef'> & { rank: number }) {
  return (
    <li
      ref={rowRef}
      className="flex items-center gap-[0.7em] rounded-card border border-dashed border-edge bg-raised px-[0.7em] py-[0.35em] hall:flex-1 hall:py-0"
    >
      <Place rank={rank} points={1} />
      <span className="sr-only">{publicRankingTexts.hidden}</span>
      <span aria-hidden className="h-[0.5em] flex-1 animate-pulse rounded-full bg-line" />
    </li>
  )
}
