import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Ref } from 'react'
import { numeral } from '#texts/nouns'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import { classes } from '../../ui/classes'
import { Emblem, PlaceBar, PlaceToken } from '../../ui/team-marks'
import type { Ranking } from './use-ranking'

type Team = Ranking['teams'][number]

/** Beyond this a name takes two lines on a projector. */
const LONG_NAME = 22
const TOKEN = 'size-[2.3em] text-[1.05em] hall:size-[2.7em] hall:text-[1.25em]'

interface PlaceRowProps {
  readonly team: Team
  /** The first team's points: the bar behind a row is its share of them. */
  readonly most: number
  /** Just uncovered by the reveal. */
  readonly isTurned: boolean
  /** Places gained (positive) or lost in the last hour. */
  readonly moved: number
  readonly rowRef: Ref<HTMLLIElement>
}

/** One team: its place, name and points, and how far it is behind the first. */
export function PlaceRow({ team, most, isTurned, moved, rowRef }: PlaceRowProps) {
  const { team_name, rank, points, member_count } = team
  const isFirst = rank === 1 && points > 0
  return (
    <li
      ref={rowRef}
      className={classes(
        'relative flex min-h-0 flex-wrap items-center gap-[0.7em] overflow-hidden rounded-card px-[0.7em] py-[0.35em] hall:flex-1 hall:flex-nowrap hall:py-0',
        isFirst ? 'foil-frame' : 'border border-line bg-surface',
        isTurned && 'animate-turn',
      )}
    >
      <PlaceBar points={points} most={most} />
      {isTurned && (
        <span
          aria-hidden
          className="absolute inset-y-0 -left-1/3 w-1/3 animate-sheen bg-linear-to-r from-transparent via-ink/25 to-transparent"
        />
      )}
      <PlaceToken rank={rank} points={points} className={TOKEN} />
      <Emblem team={team} className="relative size-[1.6em] text-soft hall:size-[2.2em]" />
      <span className="relative min-w-[min(100%,5rem)] flex-1 hall:min-w-0">
        <span
          className={classes(
            'block leading-tight font-semibold',
            team_name.length > LONG_NAME ? 'hall:text-[1.2em]' : 'hall:text-[1.55em]',
          )}
        >
          {team_name}
        </span>
        <span className="text-[0.8em] text-soft hall:sr-only">{teamTexts.members(member_count)}</span>
      </span>
      {moved !== 0 && <Moved places={moved} />}
      <span className="relative ml-auto text-right leading-none font-bold tabular-nums">
        <span className="text-[1.35em] hall:text-[2em]">{numeral(points)}</span>
        <span className="sr-only"> {teamTexts.points(points)}</span>
      </span>
    </li>
  )
}

function Moved({ places }: { places: number }) {
  const Arrow = places > 0 ? ArrowUp : ArrowDown
  return (
    <span
      className={classes(
        'relative flex items-center text-[0.9em] leading-none font-bold tabular-nums hall:text-[1.2em]',
        places > 0 ? 'text-accent' : 'text-warn',
      )}
    >
      <Arrow aria-hidden className="size-[1.1em]" />
      <span aria-hidden>{Math.abs(places)}</span>
      <span className="sr-only">{publicRankingTexts.moved(places)}</span>
    </span>
  )
}

/** A row whose team the reveal has not uncovered: its place is not known either, because teams may share one. */
export function CoveredRow() {
  return (
    <li className="flex min-h-0 items-center gap-[0.7em] rounded-card border border-dashed border-edge bg-raised px-[0.7em] py-[0.35em] hall:flex-1 hall:py-0">
      <span aria-hidden className={classes('grid place-items-center font-bold text-soft', TOKEN)}>
        ?
      </span>
      <span className="sr-only">{publicRankingTexts.hidden}</span>
      <span aria-hidden className="h-[0.5em] flex-1 animate-pulse rounded-full bg-line" />
    </li>
  )
}
