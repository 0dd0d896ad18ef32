import { numeral } from '#texts/numbers'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import { Emblem, PlaceToken } from '../../game/team-marks'
import { classes } from '../../ui/classes'
import { Logo } from '../../ui/logo'
import { TeamArt } from '../arrival/team-art'
import { type Shown, wholeOf } from './beats'
import type { PublicRanking } from './use-ranking'

export type Uncovered = NonNullable<NonNullable<PublicRanking['reveal']>['shown']>
type UncoveredTeam = NonNullable<Uncovered['equal']>[number]

/** Names longer than this take two lines on the stage. */
const LONG_NAME = 18
/** With more teams on the stage than this there is no room for members. */
const WITH_MEMBERS = 2
const MEDALS = 3

interface StageProps {
  /** Null before the first place is uncovered, and if the team uncovered last is gone. */
  readonly shown: Uncovered | null
  readonly content: Shown
}

/**
 * The place uncovered last, with all teams that share it: first the place, then stars and points,
 * then names.
 */
export function Stage({ shown, content }: StageProps) {
  if (shown === null) {
    return (
      <section className="order-first grid place-items-center gap-[1em] self-center text-center projector:order-none">
        <Logo tracing className="size-[5em] projector:size-[10em]" />
        <h2 className="text-[1.5em] leading-tight font-bold">{publicRankingTexts.revealing}</h2>
      </section>
    )
  }
  const { team, equal = [], booths } = shown
  const { rank } = team
  const isAlone = content.beat === 'place' && equal.length === 0
  const isScored = team.points > 0
  return (
    <section
      key={rank}
      aria-label={teamTexts.rank(team)}
      data-winner={rank === 1 && isScored ? '' : undefined}
      className={classes(
        'relative order-first flex min-w-0 animate-arrive flex-col gap-[0.8em] overflow-hidden rounded-card p-[1.2em] projector:order-none projector:min-h-0',
        (rank > 1 || !isScored) &&
          (rank <= MEDALS && isScored ? 'foil-frame' : 'border-2 border-line bg-surface'),
      )}
    >
      {isAlone ? (
        <p className="grid min-h-[12em] flex-1 place-items-center">
          <PlaceToken
            rank={rank}
            points={team.points}
            className="size-[2em] animate-turn text-[5em] projector:text-[9em]"
          />
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-[1em]">
            <PlaceToken
              rank={rank}
              points={team.points}
              className="size-[2.4em] text-[2em] projector:text-[3em]"
            />
            <p className="ml-auto text-right leading-none font-bold text-accent tabular-nums">
              <span className="block text-[2.2em] projector:text-[4.5em]">
                {numeral(equal.length > 0 ? team.points : content.points)}
              </span>
              <span className="projector:text-[1.3em]">{teamTexts.pointsNoun(team.points)}</span>
            </p>
          </div>
          <div
            className={classes(
              'grid min-h-0 flex-1 gap-[1em]',
              equal.length > 0 && 'grid-cols-[repeat(auto-fit,minmax(min(100%,11em),1fr))]',
              equal.length === 1 && 'projector:grid-rows-[1fr_auto]',
            )}
          >
            {equal.map((one) => (
              <StageTeam
                key={one.team.team_id}
                uncovered={one}
                booths={booths}
                content={wholeOf(one.lit.length, one.team.points)}
                count={equal.length + 1}
              />
            ))}
            <StageTeam
              key={team.team_id}
              uncovered={shown}
              booths={booths}
              content={content}
              count={equal.length + 1}
            />
          </div>
        </>
      )}
    </section>
  )
}

interface StageTeamProps {
  readonly uncovered: UncoveredTeam
  readonly booths: readonly string[]
  readonly content: Shown
  /** The number of teams on the stage. */
  readonly count: number
}

function StageTeam({
  uncovered: { team, members, lit, treasures },
  booths,
  content,
  count,
}: StageTeamProps) {
  const isNamed = content.beat === 'name'
  const shining = lit.slice(0, content.lit)
  const isLong = count > 1 || team.team_name.length > LONG_NAME
  return (
    // Two teams side by side have their names at the same height, however many members each has.
    <div
      className={classes(
        'flex min-h-0 min-w-0 flex-col gap-[0.6em]',
        count === 2 && 'projector:row-span-2 projector:grid projector:grid-rows-subgrid',
      )}
    >
      <TeamArt
        teamId={team.team_id}
        stars={{
          booths: booths.map((vendor_id) => ({ vendor_id })),
          lit: new Set(shining),
          treasures: isNamed ? treasures : 0,
        }}
        fresh={new Set(isNamed ? [] : shining.slice(-1))}
        drawn={isNamed ? treasures : 0}
        className={classes('min-h-[7em] w-full flex-1', count === 2 && 'projector:h-full')}
      />
      {/* Reserve the space of name and members, so that nothing moves when they appear. */}
      <div className={classes('flex flex-col gap-[0.5em]', !isNamed && 'invisible')}>
        <div className="flex items-center gap-[0.6em]">
          <Emblem
            team={team}
            className={classes(
              'size-[3em] text-accent',
              count > 1 ? 'projector:size-[3.5em]' : 'projector:size-[5em]',
            )}
          />
          <h2
            className={classes(
              'min-w-0 leading-tight font-bold wrap-anywhere',
              isLong ? 'text-[1.6em] projector:text-[2em]' : 'text-[2em] projector:text-[3em]',
              isNamed && 'animate-arrive',
            )}
          >
            {team.team_name}
          </h2>
        </div>
        <ul
          aria-label={publicRankingTexts.revealedMembers}
          className={classes(
            'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9em),1fr))] gap-x-[1em] text-[1.1em] projector:text-[1.25em]',
            count > WITH_MEMBERS && 'projector:sr-only',
          )}
        >
          {members.map((nickname) => (
            <li key={nickname} className="wrap-anywhere">
              {nickname}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
