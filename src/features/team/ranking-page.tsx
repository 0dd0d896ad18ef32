import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import type { Team } from '#contract/entities'
import { medalTexts } from '#texts/medals'
import { numeral } from '#texts/numbers'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../api/live-state'
import { teamPointsQuery, teamsQuery } from '../../api/score-queries'
import { Emblem, PlaceBar, PlaceToken } from '../../game/team-marks'
import { useUser } from '../../session/signed-in'
import { classes } from '../../ui/classes'
import { useListWindow, useMovingRows } from '../../ui/lists'
import { QueryState } from '../../ui/loading'
import { ScreenTitle } from '../../ui/panel'
import { FrozenSince } from './frozen-since'
import { earnedOf, MedalHexagon } from './medals'
import { type NextPlace, nextPlaceIn } from './next-place'

/** Rows rendered initially; more follow near the end of the list. */
const ROWS = 60

/** The screen 'Poredak': all teams by rank. A player's own team remains visible. */
export function RankingPage() {
  const user = useUser()
  const list = useQuery({ ...teamsQuery(), refetchInterval: useRefreshInterval() })
  const ownTeamId = user.team?.team_id
  const own = list.data?.teams.find((team) => team.team_id === ownTeamId)
  const { data: reading } = useQuery({ ...teamPointsQuery(), enabled: false })
  // In a freeze the own team's points are live, but its rank is that of the points shown to others.
  const shown = list.data?.frozen_at == null ? undefined : reading?.shown_points
  const rankedPoints = shown ?? own?.points ?? 0
  return (
    <div className="mx-auto max-w-2xl">
      <ScreenTitle
        title={teamTexts.rankingTitle}
        aside={
          list.data && <span className="text-soft">{teamTexts.teams(list.data.teams.length)}</span>
        }
      />
      <RankAnnouncement key={ownTeamId} rank={own && (rankedPoints === 0 ? null : own.rank)} />
      <QueryState
        query={list}
        empty={({ teams }) => teams.length === 0}
        emptyText={teamTexts.rankingEmpty}
      >
        {({ teams, frozen_at }) => (
          <>
            {frozen_at != null && <FrozenSince frozenAt={frozen_at} className="mb-3" />}
            <RankingList
              teams={teams}
              own={own}
              rankedPoints={rankedPoints}
              goal={frozen_at === null && own !== undefined ? nextPlaceIn(teams, own) : null}
            />
          </>
        )}
      </QueryState>
    </div>
  )
}

interface RankingListProps {
  readonly teams: readonly Team[]
  readonly own: Team | undefined
  /** The own team's points by which it is ranked. */
  readonly rankedPoints: number
  readonly goal: NextPlace | null
}

function RankingList({ teams, own, rankedPoints, goal }: RankingListProps) {
  const { shown, endRef } = useListWindow(teams.length, ROWS)
  const first = teams.slice(0, shown)
  // Until the list reaches the own team, append its row, which is sticky anyway.
  const rows = own === undefined || first.includes(own) ? first : [...first, own]
  const rowRef = useMovingRows<HTMLLIElement>(rows.map(({ team_id }) => team_id))
  const most = teams[0]?.points ?? 0
  return (
    <div className="@container">
      <ol className="relative isolate flex flex-col gap-1 rounded-card border border-line bg-surface p-2">
        {rows.map((team) => {
          const { team_id } = team
          return team === own ? (
            // Not animated: its position depends on scrolling.
            <RankedTeam key={team_id} team={team} most={most} own={{ goal, rankedPoints }} />
          ) : (
            <RankedTeam key={team_id} team={team} most={most} rowRef={rowRef(team_id)} />
          )
        })}
      </ol>
      {shown < teams.length && <div ref={endRef} />}
    </div>
  )
}

/** On the own team's row: the points needed for the next place, and its medals. */
function OwnDetails({ goal }: { goal: NextPlace | null }) {
  const { medals } = useQuery(teamPointsQuery()).data ?? {}
  const earned = earnedOf(medals)
  return (
    <span className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 empty:hidden">
      {goal !== null && (
        <span className="text-sm font-medium">
          {teamTexts.toNextPlace(goal.missing, goal.place)}
        </span>
      )}
      {earned.length > 0 && (
        <span className="flex flex-wrap gap-0.5">
          {earned.map((medal) => (
            <MedalHexagon key={medal} medal={medal} isEarned className="size-6" />
          ))}
          <span className="sr-only">
            {medalTexts.title}: {earned.map((medal) => medalTexts.medals[medal].name).join(', ')}
          </span>
        </span>
      )}
    </span>
  )
}

interface RankedTeamProps {
  team: Team
  /** The first team's points. */
  most: number
  /** Set for the own team. */
  own?: { readonly goal: NextPlace | null; readonly rankedPoints: number }
  rowRef?: Ref<HTMLLIElement>
}

/**
 * Sticky between header and bar, except with very large text, where the wrapped row would cover the
 * list.
 */
const STICKY =
  'sticky top-[calc(4.5rem+env(safe-area-inset-top))] bottom-[calc(5.5rem+env(safe-area-inset-bottom))] md:top-22 md:bottom-4 @max-[14rem]:relative'

/** Places shown as a token. */
const TOKENS = 3

function RankedTeam({ team, most, own, rowRef }: RankedTeamProps) {
  const { rank, points } = team
  const standing = { rank, points: own?.rankedPoints ?? points }
  const isFirst = rank === 1 && standing.points > 0
  return (
    <li
      ref={rowRef}
      className={classes(
        'flex items-center gap-2 overflow-hidden rounded-control @max-[14rem]:flex-wrap px-2 py-2 sm:gap-3 sm:px-3',
        own
          ? `${STICKY} z-2 bg-raised inset-ring inset-ring-accent shadow-xl forced-colors:border`
          : 'relative',
        isFirst && 'foil-frame shadow-[0_0_1.5rem_-0.25rem_var(--color-halo)]',
      )}
    >
      <PlaceBar points={points} most={most} />
      {rank <= TOKENS && standing.points > 0 ? (
        <PlaceToken {...standing} className="size-10 text-lg" />
      ) : (
        <span className="relative min-w-10 text-center text-soft tabular-nums">
          {teamTexts.rankShort(standing)}
        </span>
      )}
      <Emblem
        team={team}
        className={classes('relative size-6', own ? 'text-accent' : 'text-soft')}
      />
      <span className="relative flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 @max-[14rem]:basis-full">
        <span className="min-w-[min(100%,7rem)] flex-1">
          <span
            className={classes(
              'block leading-snug',
              own ? 'font-bold text-accent' : 'font-semibold',
            )}
          >
            {team.team_name}
            {own && <span className="sr-only"> ({teamTexts.ownTeam})</span>}
          </span>
          <span className="block text-sm text-soft">{teamTexts.members(team.member_count)}</span>
        </span>
        <span className="shrink-0 text-right">
          <span className="block leading-snug font-bold tabular-nums">{numeral(points)}</span>{' '}
          <span className="block text-sm text-soft">{teamTexts.pointsNoun(points)}</span>
        </span>
        {own && <OwnDetails goal={own.goal} />}
      </span>
    </li>
  )
}

interface RankAnnouncementProps {
  /** Null for a team without points, which has no rank; undefined while unknown. */
  rank: number | null | undefined
}

/**
 * Announces changes of the own team's rank to screen readers. The first known rank is not
 * announced.
 */
function RankAnnouncement({ rank }: RankAnnouncementProps) {
  const [latest, setLatest] = useState({ rank, changed: false })
  if (rank !== undefined && rank !== latest.rank)
    setLatest({ rank, changed: latest.rank !== undefined })
  return (
    <p role="status" className="sr-only">
      {latest.changed && latest.rank != null && teamTexts.rankNow(latest.rank)}
    </p>
  )
}
