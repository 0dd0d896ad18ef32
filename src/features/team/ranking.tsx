import { useQuery } from '@tanstack/react-query'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { RankingList } from './ranking-list'
import { RankingNews } from './ranking-news'
import { rankingRows } from './ranking-rows'
import { REFRESH_MS } from './refresh'

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
