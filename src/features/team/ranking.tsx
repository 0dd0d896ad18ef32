import { useQuery } from '@tanstack/react-query'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'
import { classes } from '../../ui/classes'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { REFRESH_MS } from './refresh'

const TOP = 10

/** The best teams, and one's own wherever it stands. */
export function Ranking({ ownTeamId }: { ownTeamId: string }) {
  const list = useQuery({ ...queries.listTeams(), refetchInterval: REFRESH_MS })
  return (
    <Panel title={teamTexts.rankingTitle}>
      <QueryState query={list}>
        {({ teams }) => (
          <ol className="flex flex-col gap-1">
            {teams
              .filter((team, index) => index < TOP || team.team_id === ownTeamId)
              .map((team) => {
                const own = team.team_id === ownTeamId
                return (
                  <li
                    key={team.team_id}
                    className={classes('flex items-baseline gap-3 rounded-control px-3 py-2', own && 'bg-raised font-bold')}
                  >
                    <span className="w-8 text-soft tabular-nums">{team.rank}.</span>
                    <span className="min-w-0 flex-1">
                      {team.team_name}
                      {own && <span className="sr-only"> ({teamTexts.ownTeam})</span>}
                    </span>
                    <span className="whitespace-nowrap tabular-nums">{teamTexts.points(team.points)}</span>
                  </li>
                )
              })}
          </ol>
        )}
      </QueryState>
    </Panel>
  )
}
