import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Ref } from 'react'
import { numeral } from '#texts/numbers'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import { Emblem, PlaceBar, PlaceToken } from '../../game/team-marks'
import { classes } from '../../ui/classes'
import type { PublicRanking } from './use-ranking'

/** Names longer than this take two lines on a projector. */
const LONG_NAME = 22
const TOKEN = 'size-[2.3em] text-[1.05em] projector:size-[2.7em] projector:text-[1.25em]'

interface PlaceRowProps {
  readonly team: PublicRanking['teams'][number]
  /** The first team's points: the bar behind a row is its share of them. */
  readonly most: number
  /** Just uncovered by the reveal. */
  readonly isTurned: boolean
  /** The first place of a reveal: it looks unlike all others, even from the back of a hall. */
  readonly isWinner: boolean
  /** Places gained (positive) or lost in the last hour. */
  readonly moved: number
  readonly rowRef: Ref<HTMLLIElement>
}

/** One team: place, name, points and distance to the first. */
export function PlaceRow({ team, most, isTurned, isWinner, moved, rowRef }: PlaceRowProps) {
  const { team_name, rank, points, member_count } = team
  const isFirst = rank === 1 && points > 0
  return (
    <li
      ref={rowRef}
      data-winner={isWinner ? '' : undefined}
      className={classes(
        'relative flex min-h-0 flex-wrap items-center gap-[0.7em] overflow-hidden rounded-card px-[0.7em] py-[0.35em] projector:flex-1 projector:flex-nowrap projector:py-0',
        !isWinner && (isFirst ? 'foil-frame' : 'border border-line bg-surface'),
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
      <Emblem team={team} className="relative size-[1.6em] text-soft projector:size-[2.2em]" />
      <span className="relative min-w-[min(100%,5rem)] flex-1 projector:min-w-0">
        <span
          className={classes(
            'block leading-tight font-semibold',
            team_name.length > LONG_NAME ? 'projector:text-[1.2em]' : 'projector:text-[1.55em]',
          )}
        >
          {team_name}
        </span>
        <span className="text-[0.8em] text-soft projector:sr-only">
          {teamTexts.members(member_count)}
        </span>
      </span>
      {moved !== 0 && <Moved places={moved} />}
      <span className="relative ml-auto text-right leading-none font-bold tabular-nums">
        <span className="text-[1.35em] projector:text-[2em]">{numeral(points)}</span>
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
        'relative flex items-center text-[0.9em] leading-none font-bold tabular-nums projector:text-[1.2em]',
        places > 0 ? 'text-accent' : 'text-warn',
      )}
    >
      <Arrow aria-hidden className="size-[1.1em]" />
      <span aria-hidden>{Math.abs(places)}</span>
      <span className="sr-only">{publicRankingTexts.moved(places)}</span>
    </span>
  )
}

/** A row whose team is not uncovered yet. Hides the place too, because teams may share it. */
export function CoveredRow() {
  return (
    <li className="flex min-h-0 items-center gap-[0.7em] rounded-card border border-dashed border-edge bg-raised px-[0.7em] py-[0.35em] projector:flex-1 projector:py-0">
      <span aria-hidden className={classes('grid place-items-center font-bold text-soft', TOKEN)}>
        ?
      </span>
      <span className="sr-only">{publicRankingTexts.hidden}</span>
      <span aria-hidden className="h-[0.5em] flex-1 animate-pulse rounded-full bg-line" />
    </li>
  )
}
