import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { Team } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { queries } from '../../../api/calls'
import { classes } from '../../../ui/classes'
import { Panel } from '../../../ui/panel'
import { QueryState } from '../../../ui/query-state'
import { REFRESH_MS } from '../refresh-interval'
import type { RankingRow } from './ranking-rows'
import { rankingRows } from './ranking-rows'
import { useMovingRows } from './use-moving-rows'

/** The top teams, and the own team with its neighbours. */
export function Ranking({ ownTeamId }: { ownTeamId: string }) {
  const list = useQuery({ ...queries.listTeams(), refetchInterval: REFRESH_MS })
  const own = list.data?.teams.find((team) => team.team_id === ownTeamId)
  return (
    <Panel
      title={teamTexts.rankingTitle}
      aside={list.data && <span className="text-soft">{teamTexts.teams(list.data.teams.length)}</span>}
    >
      <RankingNews key={ownTeamId} rank={own?.rank} />
      <QueryState query={list} empty={({ teams }) => teams.length === 0} emptyText={teamTexts.rankingEmpty}>
        {({ teams }) => <RankingList rows={rankingRows(teams, ownTeamId)} ownTeamId={ownTeamId} />}
      </QueryState>
    </Panel>
  )
}

/** The visible rows of the ranking. Rows that change places are animated. */
function RankingList({ rows, ownTeamId }: { rows: readonly RankingRow[]; ownTeamId: string }) {
  const rowRef = useMovingRows(rows.map(({ team }) => team.team_id))
  return (
    <ol className="relative isolate -mx-3 flex flex-col">
      {rows.map(({ team, skipped }) => (
        <Fragment key={team.team_id}>
          {skipped > 0 && (
            <li className="my-2 flex items-center gap-3 px-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {teamTexts.teams(skipped)}
            </li>
          )}
          <RankedTeam team={team} own={team.team_id === ownTeamId} rowRef={rowRef(team.team_id)} />
        </Fragment>
      ))}
    </ol>
  )
}

interface RankedTeamProps {
  team: Team
  own: boolean
  rowRef: (row: HTMLLIElement) => () => void
}

function RankedTeam({ team, own, rowRef }: RankedTeamProps) {
  return (
    <li
      ref={rowRef}
      className={classes(
        'flex items-center gap-3 rounded-control px-3 py-2',
        own && 'relative z-1 bg-raised forced-colors:border',
      )}
    >
      <span className="min-w-10 text-soft tabular-nums">{team.rank}.</span>
      <span className="min-w-0 flex-1">
        <span className={classes('block leading-snug', own ? 'font-bold text-accent' : 'font-semibold')}>
          {team.team_name}
          {own && <span className="sr-only"> ({teamTexts.ownTeam})</span>}
        </span>
        <span className="block text-sm text-soft">{teamTexts.members(team.member_count)}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block leading-snug font-bold tabular-nums">{team.points}</span>{' '}
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
