import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Team } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'
import { classes } from '../../ui/classes'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { rankingRows } from './ranking-rows'
import { REFRESH_MS } from './refresh'

/** The best teams, and one's own with its neighbours. */
export function Ranking({ ownTeamId }: { ownTeamId: string }) {
  const list = useQuery({ ...queries.listTeams(), refetchInterval: REFRESH_MS })
  return (
    <Panel
      title={teamTexts.rankingTitle}
      aside={list.data && <span className="text-soft">{teamTexts.teams(list.data.teams.length)}</span>}
    >
      <QueryState query={list} empty={({ teams }) => teams.length === 0} emptyText={teamTexts.rankingEmpty}>
        {({ teams }) => (
          <ol className="-mx-3 flex flex-col">
            {rankingRows(teams, ownTeamId).map(({ team, skipped }) => (
              <Fragment key={team.team_id}>
                {skipped > 0 && (
                  <li className="my-2 flex items-center gap-3 px-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                    {teamTexts.teams(skipped)}
                  </li>
                )}
                <RankedTeam team={team} own={team.team_id === ownTeamId} />
              </Fragment>
            ))}
          </ol>
        )}
      </QueryState>
    </Panel>
  )
}

function RankedTeam({ team, own }: { team: Team; own: boolean }) {
  return (
    <li className={classes('flex items-center gap-3 rounded-control px-3 py-2', own && 'bg-raised')}>
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
