import { useQuery } from '@tanstack/react-query'
import { type Ref, type RefCallback, useCallback, useState } from 'react'
import type { Team } from '#contract/entities'
import { numeral } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { currentUserQuery } from '../../../api/current-user-query'
import { useRefreshInterval } from '../../../api/live-state'
import { teamsQuery } from '../../../api/merging-queries'
import { classes } from '../../../ui/classes'
import { LogoLoader } from '../../../ui/logo'
import { ScreenTitle } from '../../../ui/panel'
import { QueryState } from '../../../ui/query-state'
import { useListWindow } from '../../../ui/use-list-window'
import { useMovingRows } from '../../../ui/use-moving-rows'

/**
 * Tells whether an element is visible on the screen. Returns a ref for it; before it is mounted it counts as not visible. Pass that ref on as it
 * is: wrapped in a function of each render it would be taken off and put on again by its own change, in every frame.
 */
function useInView(): [ref: RefCallback<HTMLElement>, inView: boolean] {
  const [inView, setInView] = useState(false)
  const ref = useCallback((element: HTMLElement) => {
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true))
    watch.observe(element)
    return () => {
      watch.disconnect()
      setInView(false)
    }
  }, [])
  return [ref, inView]
}

/** Rows rendered at first, and added each time the end of the list comes near. */
const ROWS = 60
const MORE_ROWS = 120

/** The screen 'Poredak': all teams by rank. A player's own team stays in sight. */
export function RankingPage() {
  const { data: user } = useQuery(currentUserQuery())
  const list = useQuery({ ...teamsQuery(), refetchInterval: useRefreshInterval() })
  if (user === undefined || user === null) return <LogoLoader />
  const ownTeamId = user.team?.team_id
  const own = list.data?.teams.find((team) => team.team_id === ownTeamId)
  return (
    <div className="mx-auto max-w-2xl">
      <ScreenTitle
        title={teamTexts.rankingTitle}
        aside={list.data && <span className="text-soft">{teamTexts.teams(list.data.teams.length)}</span>}
      />
      <RankingNews key={ownTeamId} rank={own?.rank} />
      <QueryState query={list} empty={({ teams }) => teams.length === 0} emptyText={teamTexts.rankingEmpty}>
        {({ teams }) => <RankingList teams={teams} own={own} />}
      </QueryState>
    </div>
  )
}

/** Rows that change places are animated. */
function RankingList({ teams, own }: { teams: readonly Team[]; own: Team | undefined }) {
  const { shown, endRef } = useListWindow(teams.length, ROWS, MORE_ROWS)
  const rows = teams.slice(0, shown)
  const rowRef = useMovingRows<HTMLLIElement>(rows.map(({ team_id }) => team_id))
  const [ownName, ownInView] = useInView()
  return (
    <>
      <ol className="relative isolate flex flex-col rounded-card border border-line bg-surface p-2">
        {rows.map((team) => {
          const isOwn = team.team_id === own?.team_id
          return (
            <RankedTeam
              key={team.team_id}
              team={team}
              own={isOwn}
              rowRef={rowRef(team.team_id)}
              nameRef={isOwn ? ownName : undefined}
            />
          )
        })}
      </ol>
      {shown < teams.length && <div ref={endRef} />}
      {own !== undefined && !ownInView && (
        // The list has this row too: screen readers need not hear it twice.
        <div
          aria-hidden
          className="sticky bottom-[calc(5.5rem+env(safe-area-inset-bottom))] z-2 mt-2 rounded-card border border-accent bg-surface p-1 shadow-[0_0.5rem_2rem_#0008] md:bottom-4"
        >
          <ul>
            <RankedTeam team={own} own />
          </ul>
        </div>
      )}
    </>
  )
}

interface RankedTeamProps {
  team: Team
  own: boolean
  rowRef?: Ref<HTMLLIElement>
  nameRef?: RefCallback<HTMLElement> | undefined
}

function RankedTeam({ team, own, rowRef, nameRef }: RankedTeamProps) {
  return (
    <li
      ref={rowRef}
      className={classes(
        'flex items-center gap-3 rounded-control px-3 py-2',
        own && 'relative z-1 bg-raised forced-colors:border',
      )}
    >
      <span className="min-w-12 text-soft tabular-nums">{teamTexts.rankShort(team)}</span>
      <span className="min-w-0 flex-1">
        <span ref={nameRef} className={classes('block leading-snug', own ? 'font-bold text-accent' : 'font-semibold')}>
          {team.team_name}
          {own && <span className="sr-only"> ({teamTexts.ownTeam})</span>}
        </span>
        <span className="block text-sm text-soft">{teamTexts.members(team.member_count)}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block leading-snug font-bold tabular-nums">{numeral(team.points)}</span>{' '}
        <span className="block text-sm text-soft">{teamTexts.pointsNoun(team.points)}</span>
      </span>
    </li>
  )
}

interface Seen {
  readonly rank: number | undefined
  readonly changed: boolean
}

/** Announces changes of the own team's rank to screen readers, politely. The first known rank is not announced. */
function RankingNews({ rank }: { rank: number | undefined }) {
  const [seen, setSeen] = useState<Seen>({ rank, changed: false })
  if (rank !== undefined && rank !== seen.rank) setSeen({ rank, changed: seen.rank !== undefined })
  return (
    <p role="status" className="sr-only">
      {seen.changed && seen.rank !== undefined && teamTexts.rankNow(seen.rank)}
    </p>
  )
}
