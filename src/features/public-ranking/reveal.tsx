import { numeral } from '#texts/nouns'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import { classes } from '../../ui/classes'
import { Logo } from '../../ui/logo'
import { Emblem, PlaceToken } from '../../ui/team-marks'
import { TeamArt } from '../arrival/team-art'
import type { Ranking } from './use-ranking'

type Shown = NonNullable<NonNullable<Ranking['reveal']>['shown']>

interface Reveal {
  /** The organiser uncovers the frozen ranking place by place. */
  readonly isUnderWay: boolean
  /** Rows at the top that are still covered. */
  readonly covered: number
  /** Who was uncovered last; null if that team is gone. */
  readonly shown: Shown | null
  /** The teams below the covered rows: a covered one stands nowhere, because where it stood is no news. */
  readonly teams: Ranking['teams']
}

/** How far the reveal has come. It goes on by what the server says alone, so that a screen that is opened meanwhile shows the same. */
export function revealOf({ reveal, teams }: Pick<Ranking, 'reveal' | 'teams'>): Reveal {
  if (reveal == null) return { isUnderWay: false, covered: 0, shown: null, teams }
  const covered = new Set(reveal.covered)
  return {
    isUnderWay: true,
    covered: covered.size,
    shown: reveal.shown,
    teams: teams.filter(({ team_id }) => !covered.has(team_id)),
  }
}

/** Beyond this a name takes two lines. */
const LONG_NAME = 18

/** The team that was uncovered last, until the next one is. */
export function RevealedTeam({ shown }: { shown: Shown | null }) {
  if (shown === null) {
    return (
      <section className="order-first grid place-items-center gap-[1em] self-center text-center hall:order-none">
        <Logo tracing className="size-[5em] hall:size-[10em]" />
        <h2 className="text-[1.5em] leading-tight font-bold">{publicRankingTexts.revealing}</h2>
      </section>
    )
  }
  const { team, members, booths, lit, treasures } = shown
  return (
    <section
      key={team.team_id}
      aria-labelledby="revealed"
      className="foil-frame order-first flex min-w-0 animate-arrive flex-col gap-[0.8em] overflow-hidden rounded-card p-[1.2em] hall:order-none hall:min-h-0"
    >
      <div className="flex flex-wrap items-center gap-[1em]">
        <PlaceToken rank={team.rank} points={team.points} className="size-[3.6em] text-[1.5em] hall:text-[2em]" />
        <Emblem team={team} className="size-[4.5em] text-accent hall:size-[7em]" />
        <p className="ml-auto text-right leading-none font-bold text-accent tabular-nums">
          <span className="block text-[1.8em] hall:text-[3em]">{numeral(team.points)}</span>
          <span className="hall:text-[1.3em]">{teamTexts.pointsNoun(team.points)}</span>
        </p>
      </div>
      <h2
        id="revealed"
        className={classes(
          'leading-tight font-bold wrap-anywhere',
          team.team_name.length > LONG_NAME ? 'text-[1.6em] hall:text-[2em]' : 'text-[2em] hall:text-[3em]',
        )}
      >
        {team.team_name}
      </h2>
      <TeamArt
        teamId={team.team_id}
        stars={{ booths: booths.map((vendor_id) => ({ vendor_id })), lit: new Set(lit), treasures }}
        className="min-h-[7em] w-full flex-1"
      />
      <ul
        aria-label={publicRankingTexts.revealedMembers}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11em),1fr))] gap-x-[1em] text-[1.1em] hall:text-[1.25em]"
      >
        {members.map((nickname) => (
          <li key={nickname} className="wrap-anywhere">
            {nickname}
          </li>
        ))}
      </ul>
    </section>
  )
}
